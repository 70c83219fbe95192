import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export type Random = (bytes: number) => Buffer

export const newToken = (bytes = 32, random: Random = randomBytes): string => random(bytes).toString('base64url')

export const hexToken = (length: number, random: Random = randomBytes): string =>
  random(Math.ceil(length / 2))
    .toString('hex')
    .slice(0, length)

export const alphanumericToken = (length: number, random: Random = randomBytes): string =>
  randomText(ALPHANUMERIC, length, random)

/** What the database keeps of a token. Plain SHA-256 suffices because a token, unlike a password, cannot be guessed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Compares in a time that depends on neither the content nor where the texts differ. */
export const sameText = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right))

/** A whole number below `limit` (at most 256), each equally likely. */
export function randomBelow(limit: number, random: Random = randomBytes): number {
  const fair = 256 - (256 % limit)
  for (;;) {
    for (const byte of random(16)) if (byte < fair) return byte % limit
  }
}

export const randomText = (alphabet: string, length: number, random: Random = randomBytes): string =>
  Array.from({ length }, () => alphabet[randomBelow(alphabet.length, random)]).join('')

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const digest = (text: string) => createHash('sha256').update(text).digest()
