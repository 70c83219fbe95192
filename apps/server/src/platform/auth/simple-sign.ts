// The older access-key scheme. It signs the date alone, so the time limit is all that stops a replay.

import { createHash } from 'node:crypto'
import { isFresh, parseHttpDate, staleAfter } from './http-date.ts'
import { sameText } from './token.ts'

export interface SignCredential {
  keyId: string
  signature: string
}

export type SimpleSignReading =
  | { ok: false; reason: 'date' }
  | { ok: true; keyId: string; staleAfter: Date; check(secret: string): boolean }

/** `date` is the `Date` header as it came. */
export function readSimpleSign(
  { keyId, signature }: SignCredential,
  date: string | undefined,
  now: Date,
): SimpleSignReading {
  const text = date?.trim() ?? ''
  const parsed = parseHttpDate(text)
  if (!parsed || !isFresh(parsed, now)) return { ok: false, reason: 'date' }
  return {
    ok: true,
    keyId,
    staleAfter: staleAfter(parsed),
    check: (secret) => secret !== '' && sameText(simpleSignature(secret, text), signature),
  }
}

/** Base64 of the hexadecimal MD5 text, not of the digest itself (contract, conventions §2). */
export function simpleSignature(secret: string, date: string): string {
  const hex = createHash('md5').update(`${secret}\n${date}`).digest('hex')
  return Buffer.from(hex).toString('base64')
}
