export const SIGNED_DATE_TOLERANCE_MS = 15 * 60_000

/** The one date form of HTTP (`Wed, 14 Apr 2021 02:32:25 GMT`); everything else that JavaScript would guess at is refused. */
export function parseHttpDate(text: string): Date | undefined {
  const date = new Date(text)
  return !Number.isNaN(date.getTime()) && date.toUTCString() === text ? date : undefined
}

export const isFresh = (date: Date, now: Date): boolean =>
  Math.abs(now.getTime() - date.getTime()) <= SIGNED_DATE_TOLERANCE_MS

/** From here on the same date is refused anyway, so a remembered request may be forgotten. */
export const staleAfter = (date: Date): Date => new Date(date.getTime() + SIGNED_DATE_TOLERANCE_MS)
