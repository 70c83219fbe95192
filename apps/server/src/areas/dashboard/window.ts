// The days a figure is about: whole days in the reader's time zone, today the last of them.
import { type Reader, readStamp, showStamp } from '@drawbridge/resource'

export const WINDOW = { week: 7, month: 30 } as const

export interface Day {
  /** `MM-DD`. */
  readonly name: string
  readonly from: Date
  readonly to: Date
}

export const lastDays = (count: number, { now, zone }: Reader): Day[] => {
  const today = showStamp(now, zone).slice(0, 10)
  return Array.from({ length: count }, (_, i) => {
    const date = shift(today, i - count + 1)
    return { name: date.slice(5), from: midnight(date, zone), to: midnight(shift(date, 1), zone) }
  })
}

const shift = (date: string, days: number): string => {
  const moved = new Date(`${date}T00:00:00Z`)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}

const midnight = (date: string, zone: string): Date => readStamp(date, zone)!
