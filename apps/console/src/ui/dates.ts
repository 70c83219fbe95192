// Dates between ISO texts and the native inputs, in the zone of the browser.
export const DAY_MS = 86_400_000
/** A day chosen without a time begins and ends here. */
export const DEFAULT_TIMES = { from: '00:00:01', to: '23:59:59' } as const

export interface Range {
  from?: string
  to?: string
}

const two = (n: number) => String(n).padStart(2, '0')

/** `2021-03-04 05:06:07 +0800`, as the API writes it, and ISO alike. */
export const parseDate = (text: string | null | undefined): Date | undefined => {
  if (!text) return undefined
  const iso = text
    .trim()
    .replace(
      /^(\d{4})[-/](\d{2})[-/](\d{2}) (\d{2}:\d{2}(?::\d{2})?)(?: ?([+-]\d{2}):?(\d{2}))?$/,
      (_, y, m, d, time, h, min) => `${y}-${m}-${d}T${time}${h ? `${h}:${min}` : ''}`,
    )
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? undefined : date
}

export const dayOf = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
export const timeOf = (date: Date): string =>
  `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
export const localOf = (date: Date): string => `${dayOf(date)}T${timeOf(date)}`

/** A day and perhaps a time, as an instant; nothing when the day is no day. */
export const instantOf = (day: string, time: string): string | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const date = new Date(`${day}T${time.length === 5 ? `${time}:00` : time}`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

export const lastDays = (days: number, now: Date): Range => ({
  from: new Date(now.getTime() - days * DAY_MS).toISOString(),
  to: now.toISOString(),
})
