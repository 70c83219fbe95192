// The figures of the dashboard, asked for part by part so that each shows as soon as it is there.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { get } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { useLanguage } from '../../words/language.ts'

export interface Totals {
  readonly total_count_users: number
  readonly total_count_assets: number
  readonly total_count_online_users: number
  readonly total_count_online_sessions: number
}

export interface Daily {
  /** `MM-DD`, oldest first. */
  readonly dates_metrics_date: readonly string[]
  readonly dates_metrics_total_count_login: readonly number[]
  readonly dates_metrics_total_count_active_users: readonly number[]
  readonly dates_metrics_total_count_active_assets: readonly number[]
}

export interface Shares {
  readonly dates_total_count_active_users: number
  readonly dates_total_count_inactive_users: number
  readonly dates_total_count_disabled_users: number
  readonly dates_total_count_active_assets: number
  readonly dates_total_count_inactive_assets: number
  readonly dates_total_count_disabled_assets: number
}

export interface Busy {
  readonly user?: string
  readonly asset?: string
  readonly total: number
}

export interface Visit {
  readonly user: string
  readonly asset: string
  readonly is_finished: boolean
  readonly date_start: string
  readonly timesince: string
}

/** Flags of the call, each with what its answer holds. */
interface Parts {
  readonly total_count: Totals
  readonly dates_metrics: Daily
  readonly dates_total_count_users: Shares
  readonly dates_login_times_top10_users: { readonly dates_login_times_top10_users: readonly Busy[] }
  readonly dates_login_times_top10_assets: { readonly dates_login_times_top10_assets: readonly Busy[] }
  readonly dates_login_record_top10_sessions: { readonly dates_login_record_top10_sessions: readonly Visit[] }
}

const also: Partial<Record<keyof Parts, string>> = { dates_total_count_users: 'dates_total_count_assets' }

export const useFigures = <P extends keyof Parts>(part: P, { monthly = false }: { monthly?: boolean } = {}) => {
  const { org } = useSession()
  // Some texts of the answer are in the reader's language.
  const lang = useLanguage()
  return useQuery({
    queryKey: ['dashboard', org?.id, lang, part, monthly],
    queryFn: ({ signal }) =>
      get<Parts[P]>('/api/v1/index/', {
        query: { [part]: 1, ...(also[part] && { [also[part]]: 1 }), monthly: monthly ? 1 : undefined },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}
