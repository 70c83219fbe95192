// Excel stores a date as a number of days; only the cell's number format tells that it is one.

export type DateFormat = 'date' | 'time' | 'datetime' | 'elapsed'

export const dateFormat = (id: number, code: string | undefined): DateFormat | undefined =>
  code === undefined ? builtin.find(([from, to]) => id >= from && id <= to)?.[2] : formatOf(code)

// A serial number as ISO 8601 without a zone: Excel knows none.
export const isoText = (serial: number, format: DateFormat, since1904: boolean): string | undefined => {
  const ms = Math.round(serial * DAY)
  if (ms < 0 || ms >= (since1904 ? LAST_DAY - 1462 : LAST_DAY) * DAY) return undefined
  if (format === 'elapsed') return `${Math.floor(ms / HOUR)}`.padStart(2, '0') + clock(ms).slice(2)
  if (format === 'time' && ms < DAY) return clock(ms)
  const date = new Date(epoch(serial, since1904) + ms).toISOString()
  return format === 'date' && ms % DAY === 0 ? date.slice(0, 10) : `${date.slice(0, 10)}T${clock(ms)}`
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
// The one after 9999-12-31.
const LAST_DAY = 2_958_466

// The first system counts a 29 February 1900 that never was.
const epoch = (serial: number, since1904: boolean) =>
  since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)

const clock = (ms: number) => new Date(ms % DAY).toISOString().slice(11, -1).replace('.000', '')

// The formats a file may use without writing them down; those from 27 on are those of Chinese editions.
const builtin: [from: number, to: number, DateFormat][] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'datetime'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 45, 'time'],
  [46, 46, 'elapsed'],
  [47, 47, 'time'],
  [50, 54, 'date'],
  [55, 56, 'time'],
  [57, 58, 'date'],
]

const formatOf = (code: string): DateFormat | undefined => {
  const signs = code.replace(literal, '').split(';')[0]!.toLowerCase()
  if (signs.includes('general')) return undefined
  if (/\[[hms]+\]/.test(signs)) return 'elapsed'
  const clock = /[hs]/.test(signs)
  // `m` alone is a month; beside hours or seconds it is minutes.
  const calendar = /[yd]/.test(signs) || (!clock && signs.includes('m'))
  if (calendar) return clock ? 'datetime' : 'date'
  return clock ? 'time' : undefined
}

const literal = /"[^"]*"?|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi
