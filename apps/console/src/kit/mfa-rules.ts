// When a second factor must be shown again. Pure.
import type { Session } from '../api/session.ts'
import { MFA_LENGTH } from './limits.ts'

/** Verified long enough ago to be asked again; never, where the settings do not ask for it. */
export const needsMfa = (
  { settings, mfaVerified }: Pick<Session, 'settings' | 'mfaVerified'>,
  now: number,
): boolean => {
  if (!settings?.SECURITY_VIEW_AUTH_NEED_MFA) return false
  return mfaVerified === undefined || now - mfaVerified > settings.SECURITY_MFA_VERIFY_TTL * 1000
}

export const isMfaCode = (code: string): boolean => code.length === MFA_LENGTH
