// A crontab, with what it means and when it runs next.
import { TextInput } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import type { Text } from '../../words/messages.ts'
import { formatDate } from '../format.ts'
import type { FieldSpec, InputProps } from '../spec.ts'
import { explainCron, nextRuns, parseCron } from './cron.ts'
import { words } from './words.ts'

const RUNS = 3

export function CronInput({ meta: _, ...rest }: InputProps) {
  const lang = useLanguage()
  const cron = typeof rest.value === 'string' && rest.value.trim() !== '' ? parseCron(rest.value) : undefined
  const runs = cron ? nextRuns(cron, new Date(), RUNS) : []
  return (
    <div className="db-cron">
      <TextInput {...rest} mono placeholder="5 3 * * 0" autoComplete="off" />
      <div className="db-cron-meaning" aria-live="polite">
        {cron && (
          <>
            <p>{explainCron(cron, lang)}</p>
            <p className="db-muted">
              {runs.length === 0
                ? words.neverRuns
                : `${words.nextRuns}: ${runs.map((run) => formatDate(run, { lang })).join(lang === 'zh' ? '、' : ', ')}`}
            </p>
          </>
        )}
      </div>
    </div>
  )
}

export const cronProblem = (value: string | null | undefined): string | undefined =>
  value && !parseCron(value) ? words.badCron : undefined

/** For a field that holds a crontab. */
export const cronField: FieldSpec & { readonly help: Text } = {
  input: CronInput,
  validate: cronProblem,
  help: {
    zh: 'Linux crontab 格式：分 时 日 月 周。例如每周日 03:05 执行：5 3 * * 0。同时设置了周期（小时）时，以此处的定时为准。',
    en: 'Linux crontab: minute hour day month week. Every Sunday at 03:05 is 5 3 * * 0. When an interval (in hours) is set too, this one wins.',
  },
}
