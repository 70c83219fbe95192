// A crontab in Linux form, five fields: minute hour day month week. Reads it, says it in words, finds the next runs. Pure.
import type { Lang } from '../../words/language.ts'

export interface Cron {
  readonly minutes: readonly number[]
  readonly hours: readonly number[]
  readonly days: readonly number[]
  readonly months: readonly number[]
  /** 0 is Sunday. */
  readonly weekdays: readonly number[]
  /** As written: a field that is not `*` restricts. */
  readonly parts: readonly [string, string, string, string, string]
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const FIELDS = [
  { low: 0, high: 59, names: [], first: 0 },
  { low: 0, high: 23, names: [], first: 0 },
  { low: 1, high: 31, names: [], first: 0 },
  { low: 1, high: 12, names: MONTHS, first: 1 },
  { low: 0, high: 7, names: WEEKDAYS, first: 0 },
] as const

/** Nothing when it is no crontab. */
export const parseCron = (text: string): Cron | undefined => {
  const parts = text.trim().split(/\s+/)
  if (parts.length !== FIELDS.length) return undefined
  const [minutes, hours, days, months, week] = parts.map((part, i) => numbersOf(part, FIELDS[i]!))
  if (!minutes || !hours || !days || !months || !week) return undefined
  const weekdays = [...new Set(week.map((day) => day % 7))].sort((a, b) => a - b)
  return { minutes, hours, days, months, weekdays, parts: parts as unknown as Cron['parts'] }
}

type Field = (typeof FIELDS)[number]

const numbersOf = (part: string, field: Field): number[] | undefined => {
  const found = new Set<number>()
  for (const item of part.split(',')) {
    const [span = '', step, more] = item.split('/')
    if (more !== undefined || (step !== undefined && !(/^\d+$/.test(step) && Number(step) > 0))) return undefined
    const ends = endsOf(span, step !== undefined, field)
    if (!ends) return undefined
    for (let n = ends[0]; n <= ends[1]; n += Number(step ?? 1)) found.add(n)
  }
  return [...found].sort((a, b) => a - b)
}

const endsOf = (span: string, stepped: boolean, field: Field): [number, number] | undefined => {
  const { low, high, names, first } = field
  if (span === '*') return [low, high]
  const named = (names as readonly string[]).indexOf(span.toLowerCase())
  if (named >= 0) return [named + first, named + first]
  const ends = span.split('-')
  if (ends.length > 2 || !ends.every((end) => /^\d+$/.test(end))) return undefined
  // `5/10`: from 5 on, every 10.
  const [from, to = stepped ? high : from] = ends.map(Number) as [number, number?]
  return from >= low && to <= high && from <= to ? [from, to] : undefined
}

/** A day that no year has (30 February) gives no runs; the search ends after two leap years. */
const FARTHEST_DAYS = 366 * 9

/** The next moments after `from`, in the zone of this browser. */
export const nextRuns = (cron: Cron, from: Date, count: number): Date[] => {
  const runs: Date[] = []
  const day = new Date(from.getFullYear(), from.getMonth(), from.getDate())
  for (let i = 0; i < FARTHEST_DAYS && runs.length < count; i++, day.setDate(day.getDate() + 1)) {
    if (!runsOn(cron, day)) continue
    for (const hour of cron.hours) {
      for (const minute of cron.minutes) {
        const at = new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute)
        // An hour that the clock skips in spring does not run twice.
        if (at > from && at.getHours() === hour && runs.length < count) runs.push(at)
      }
    }
  }
  return runs
}

/** Day and week both restricted: either is enough, as Linux has it. */
const runsOn = ({ days, months, weekdays, parts }: Cron, date: Date): boolean => {
  if (!months.includes(date.getMonth() + 1)) return false
  const [byDay, byWeek] = [days.includes(date.getDate()), weekdays.includes(date.getDay())]
  const free = (part: string) => part.startsWith('*')
  return free(parts[2]) || free(parts[4]) ? byDay && byWeek : byDay || byWeek
}

/** `5 3 * * 0` → 每周日 03:05 / At 03:05 every Sunday. */
export const explainCron = (cron: Cron, lang: Lang): string => {
  const [time, date] = [timeText(cron, lang), dateText(cron, lang)]
  return lang === 'zh' ? `${date}${/^\d/.test(time) && date ? ' ' : ''}${time}` : capital(`${time} ${date}`.trim())
}

const two = (n: number) => String(n).padStart(2, '0')
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const stepOf = (part: string): number | undefined => {
  const found = /^\*\/(\d+)$/.exec(part)
  return found ? Number(found[1]) : undefined
}
/** More moments than this are described, not listed. */
const LISTED = 4

const timeText = ({ minutes, hours, parts: [minute, hour] }: Cron, lang: Lang): string => {
  const zh = lang === 'zh'
  const everyHour = hour === '*'
  const step = stepOf(minute)
  if (minutes.length * hours.length <= LISTED) {
    const moments = hours.flatMap((h) => minutes.map((m) => `${two(h)}:${two(m)}`))
    return zh ? moments.join('、') : `at ${moments.join(', ')}`
  }
  const hourStep = stepOf(hour)
  const inHours = everyHour
    ? ''
    : hourStep
      ? zh
        ? `每 ${hourStep} 小时`
        : ` every ${hourStep} hours`
      : zh
        ? `${spans(hours).join('、')} 点`
        : ` in hours ${spans(hours).join(', ')}`
  if (minute === '*') return zh ? `${inHours}${inHours ? '内' : ''}每分钟` : `every minute${inHours}`
  if (step) return zh ? `${inHours}${inHours ? '内' : ''}每 ${step} 分钟` : `every ${step} minutes${inHours}`
  const list = spans(minutes)
  if (zh) return `${everyHour ? '每小时' : inHours}的第 ${list.join('、')} 分钟`
  return `at minute ${list.join(', ')}${everyHour ? ' of every hour' : inHours}`
}

const WEEK_ZH = ['日', '一', '二', '三', '四', '五', '六']
const WEEK_EN = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTH_EN = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October']
const MONTH_NAMES_EN = [...MONTH_EN, 'November', 'December']

const dateText = ({ days, months, weekdays, parts: [, , day, month, week] }: Cron, lang: Lang): string => {
  const zh = lang === 'zh'
  const anyDay = day === '*'
  const anyWeek = week === '*' || weekdays.length === 7
  const dayStep = stepOf(day)
  const dayPart = anyDay
    ? ''
    : dayStep
      ? zh
        ? `每 ${dayStep} 天`
        : `every ${dayStep} days`
      : zh
        ? `${spans(days).join('、')} 日`
        : `on day ${spans(days).join(', ')}`
  const weekPart = anyWeek
    ? ''
    : zh
      ? `周${weekdays.map((n) => WEEK_ZH[n]).join('、')}`
      : weekdays.map((n) => WEEK_EN[n]).join(', ')
  const monthPart =
    month === '*'
      ? ''
      : zh
        ? `${spans(months).join('、')} 月`
        : `in ${months.map((n) => MONTH_NAMES_EN[n - 1]).join(', ')}`
  if (zh) {
    const inMonth = monthPart ? `每年 ${monthPart}` : ''
    if (!dayPart && !weekPart) return inMonth ? `${inMonth}每天` : '每天'
    if (!dayPart) return `${inMonth}每${weekPart}`
    const dated = inMonth || dayStep ? `${inMonth}${inMonth ? ' ' : ''}${dayPart}` : `每月 ${dayPart}`
    return weekPart ? `${dated}，以及每${weekPart}` : dated
  }
  if (!dayPart && !weekPart) return monthPart ? `every day ${monthPart}` : 'every day'
  const dated = dayPart && !monthPart && !dayStep ? `${dayPart} of every month` : dayPart
  const weekly = weekPart && `every ${weekPart}`
  return [[dated, weekly].filter(Boolean).join(' and '), monthPart].filter(Boolean).join(' ')
}

/** 1, 2, 3, 7 → `1-3`, `7`. */
const spans = (numbers: readonly number[]): string[] => {
  const found: [number, number][] = []
  for (const n of numbers) {
    const last = found.at(-1)
    if (last && last[1] === n - 1) last[1] = n
    else found.push([n, n])
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
}
