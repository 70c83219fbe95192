// How moments, lengths of time and sizes read, in the user's zone and language.
import { type Lang, language } from '../words/language.ts'

/** The server writes `2021-04-14 10:32:25 +0800`; ISO texts and numbers are understood as well. */
export const parseDate = (value: unknown): Date | undefined => {
  if (value === null || value === undefined || value === '') return undefined
  const text = typeof value === 'string' ? value.trim().replace(SERVER_STAMP, '$1T$2$3:$4') : value
  const date = text instanceof Date ? text : new Date(text as string | number)
  return Number.isNaN(date.getTime()) ? undefined : date
}
const SERVER_STAMP = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?) ?([+-]\d\d):?(\d\d)$/

/** Date and time, 24 hours; empty for what is no moment. */
export const formatDate = (value: unknown, { lang = language(), zone = undefined as string | undefined } = {}) => {
  const date = parseDate(value)
  return date ? clock(lang, zone).format(date) : ''
}

/** The same with its zone, for those who want to know exactly. */
export const formatExactDate = (value: unknown, { lang = language(), zone = undefined as string | undefined } = {}) => {
  const date = parseDate(value)
  return date ? exactClock(lang, zone).format(date) : ''
}

/** Days, hours, minutes or seconds with one decimal, in the first unit of which there is more than one. */
export const formatDuration = (ms: number | null | undefined, lang: Lang = language()): string => {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return ''
  const [unit, size] = UNITS.find(([, size]) => ms > size) ?? SECOND
  return `${(ms / size).toFixed(1)} ${unit[lang]}`
}

/** `3 minutes ago`, in the largest whole unit. */
export const formatAgo = (value: unknown, { now = new Date(), lang = language() } = {}): string => {
  const date = parseDate(value)
  if (!date) return ''
  const passed = date.getTime() - now.getTime()
  const [name, size] = AGO.find(([, size]) => Math.abs(passed) >= size) ?? AGO.at(-1)!
  return new Intl.RelativeTimeFormat(locales[lang], { numeric: 'auto' }).format(Math.trunc(passed / size), name)
}

export const formatBytes = (bytes: number): string => {
  const power = bytes < 1024 ? 0 : Math.min(BYTES.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${power === 0 ? bytes : (bytes / 1024 ** power).toFixed(1)} ${BYTES[power]}`
}

const SECOND = [{ zh: '秒', en: 's' }, 1_000] as const
const UNITS = [
  [{ zh: '天', en: 'd' }, 86_400_000],
  [{ zh: '时', en: 'h' }, 3_600_000],
  [{ zh: '分', en: 'm' }, 60_000],
  SECOND,
] as const
const AGO = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const
const BYTES = ['B', 'KB', 'MB', 'GB'] as const
const locales = { zh: 'zh-CN', en: 'en-US' } as const

const PARTS = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const

const kept = (extra: Intl.DateTimeFormatOptions) => {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (lang: Lang, timeZone: string | undefined): Intl.DateTimeFormat => {
    const key = `${lang} ${timeZone ?? ''}`
    // Making one costs more than using it for a whole table.
    const one = made.get(key) ?? new Intl.DateTimeFormat(locales[lang], { ...PARTS, ...extra, timeZone })
    made.set(key, one)
    return one
  }
}
const clock = kept({})
const exactClock = kept({ timeZoneName: 'longOffset' })
