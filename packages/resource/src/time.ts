// Moments on the wire: `2021-04-14 10:32:25 +0800`, in the zone the reader asked for.
export const DEFAULT_ZONE = 'Asia/Shanghai'

export const isZone = (name: string): boolean => zoneFormat(name) !== undefined

const pad = (value: number, size = 2) => String(value).padStart(size, '0')

export const showStamp = (moment: Date, zone: string): string => {
  const minutes = offsetAt(moment, zone)
  const local = new Date(moment.getTime() + minutes * 60_000)
  const away = Math.abs(minutes)
  return `${pad(local.getUTCFullYear(), 4)}-${pad(local.getUTCMonth() + 1)}-${pad(local.getUTCDate())} ${pad(local.getUTCHours())}:${pad(
    local.getUTCMinutes(),
  )}:${pad(local.getUTCSeconds())} ${minutes < 0 ? '-' : '+'}${pad(Math.floor(away / 60))}${pad(away % 60)}`
}

const form =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i

/** ISO 8601 or the form we write ourselves; a moment without an offset is in the reader's zone. */
export const readStamp = (raw: unknown, zone: string): Date | undefined => {
  if (raw instanceof Date) return Number.isNaN(raw.getTime()) ? undefined : raw
  if (typeof raw !== 'string') return undefined
  const found = form.exec(raw.trim())
  if (!found) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', offset] = found
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (y < 1 || mo < 1 || mo > 12 || d < 1 || d > 31 || h > 23 || mi > 59 || s > 59) return undefined
  const wall = new Date(Date.UTC(2000, 0, 1, h, mi, s, Number(fraction.padEnd(3, '0').slice(0, 3))))
  wall.setUTCFullYear(y, mo - 1, d)
  if (wall.getUTCMonth() !== mo - 1 || wall.getUTCDate() !== d) return undefined
  const minutes = offset ? offsetOf(offset) : offsetAt(new Date(wall.getTime() - offsetAt(wall, zone) * 60_000), zone)
  if (minutes === undefined) return undefined
  const moment = wall.getTime() - minutes * 60_000
  return moment >= FIRST && moment <= LAST ? new Date(moment) : undefined
}

// A day inside what four digits of a year can say, so that every zone can say it.
const [FIRST, LAST] = [Date.parse('0001-01-02T00:00:00Z'), Date.parse('9999-12-30T23:59:59.999Z')]

const offsetOf = (text: string): number | undefined => {
  if (/^z$/i.test(text)) return 0
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(-2))]
  if (hours > 23 || minutes > 59) return undefined
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

const formats = new Map<string, Intl.DateTimeFormat>()

const zoneFormat = (zone: string): Intl.DateTimeFormat | undefined => {
  const known = formats.get(zone)
  if (known) return known
  try {
    const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    // Zone names come from a request header: the memory of them is bounded.
    if (formats.size > 1_000) formats.clear()
    formats.set(zone, made)
    return made
  } catch {
    return undefined
  }
}

// Asking Intl costs microseconds, which a million exported rows would feel: offsets change at most on quarter hours.
const QUARTER = 900_000
const offsets = new Map<string, number>()

const offsetAt = (moment: Date, zone: string): number => {
  const key = `${zone} ${Math.floor(moment.getTime() / QUARTER)}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const shown =
    zoneFormat(zone)
      ?.formatToParts(moment)
      .find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
  const found = /GMT([+-])(\d{2}):(\d{2})/.exec(shown)
  const minutes = found ? (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) : 0
  if (offsets.size > 20_000) offsets.clear()
  offsets.set(key, minutes)
  return minutes
}
