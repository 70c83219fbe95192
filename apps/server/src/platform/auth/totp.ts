import { randomBytes } from 'node:crypto'
import { HOTP, Secret, TOTP } from 'otpauth'
import { type Random, sameText } from './token.ts'

export const TOTP_STEP_SECONDS = 30
export const TOTP_DIGITS = 6
/** `OTP_VALID_WINDOW`: steps accepted on each side of the present one. */
export const TOTP_WINDOW = 2

const SECRET_BYTES = 20
const LEAST_SECRET_BYTES = 10

export const newTotpSecret = (random: Random = randomBytes): string =>
  new Secret({ buffer: Uint8Array.from(random(SECRET_BYTES)).buffer }).base32

export const totpUri = ({ secret, issuer, account }: { secret: string; issuer: string; account: string }): string =>
  new TOTP({ secret, issuer, label: account, digits: TOTP_DIGITS, period: TOTP_STEP_SECONDS }).toString()

export interface TotpTry {
  secret: string
  code: string
  now: Date
  window?: number
  /** The step of the last accepted code; it and all before it are spent. */
  lastStep?: number | null
}

/** `step` is for the caller to keep as the next `lastStep`. */
export function verifyTotp({ secret, code, now, window = TOTP_WINDOW, lastStep }: TotpTry): TotpResult {
  const key = keyOf(secret)
  if (!key || !/^[0-9]{6}$/.test(code)) return { ok: false }
  const present = Math.floor(now.getTime() / 1000 / TOTP_STEP_SECONDS)
  let step: number | undefined
  // Runs over the whole window even after a match, so that time does not tell how far the clock is off.
  for (let counter = present - window; counter <= present + window; counter++) {
    const expected = HOTP.generate({ secret: key, counter, digits: TOTP_DIGITS })
    const spent = counter <= (lastStep ?? -1)
    if (sameText(expected, code) && !spent) step ??= counter
  }
  return step === undefined ? { ok: false } : { ok: true, step }
}

export type TotpResult = { ok: true; step: number } | { ok: false; step?: undefined }

// An empty or stunted secret would let anyone compute its codes.
function keyOf(secret: string): Secret | undefined {
  try {
    const key = Secret.fromBase32(secret)
    return key.bytes.length >= LEAST_SECRET_BYTES ? key : undefined
  } catch {
    return undefined
  }
}
