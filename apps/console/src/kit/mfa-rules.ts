// When a second factor must be shown again, and what comes of showing it. Calls and the clock come in.
import { Failure } from '../api/failure.ts'
import type { Session } from '../api/session.ts'
import { say } from '../words/say.ts'
import { MFA_LENGTH } from './limits.ts'

/** Verified long enough ago to be asked again; never, where the settings do not ask for it. */
export const needsMfa = (
  { settings, mfaVerified }: Pick<Session, 'settings' | 'mfaVerified'>,
  now: number,
): boolean => {
  if (!settings?.SECURITY_VIEW_AUTH_NEED_MFA) return false
  return mfaVerified === undefined || now - mfaVerified > settings.SECURITY_MFA_VERIFY_TTL * 1000
}

/** Nothing when the code was taken, else what was wrong. A code of another length is not even sent. */
export const verifyMfa = async (
  code: string,
  { send, remember }: { send(code: string): Promise<unknown>; remember(): void },
): Promise<string | undefined> => {
  if (code.length !== MFA_LENGTH) return say.mfaError
  try {
    await send(code)
  } catch (failure) {
    return failure instanceof Failure ? failure.message : say.mfaError
  }
  remember()
  return undefined
}
