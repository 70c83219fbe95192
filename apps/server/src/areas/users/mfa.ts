// The second factor of an account: who must have one, and who may do without again.
import { label, type Problems } from '@drawbridge/resource'
import type { Ctx } from '../../platform/context.ts'

interface Guarded {
  readonly mfa_level: number
  readonly otp_secret: string | null
}

const FORCED = 2

export const isForced = (row: Guarded, { services }: Ctx): boolean =>
  services.settings.values.SECURITY_MFA_AUTH || row.mfa_level === FORCED

const unproved = label('请先通过 MFA 验证，再关闭或降低 MFA', 'Verify with MFA first, then turn it off or lower it')

/** Whoever found an open browser must not be able to take the second factor off the account. */
export const mfaProblem = (row: Guarded, level: number, { caller, reader, services }: Ctx): Problems | undefined => {
  if (level >= row.mfa_level || !row.otp_secret) return undefined
  const shown = caller?.mfaVerified
  const fresh =
    shown !== undefined && reader.now.getTime() - shown < services.settings.values.SECURITY_MFA_VERIFY_TTL * 1_000
  return fresh ? undefined : { mfa_level: [unproved[reader.lang]] }
}
