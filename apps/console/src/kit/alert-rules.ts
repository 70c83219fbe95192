// When the heading warns: a licence or a password that ends soon, or has ended. Pure.
import { DAY_MS } from '../api/cookies.ts'
import type { Profile, PublicSettings } from '../api/session.ts'
import { messages } from '../words/messages.ts'
import { parseDate } from './format.ts'

export const LICENCE_WARNING_DAYS = 7
export const PASSWORD_WARNING_DAYS = 5

const words = messages({
  licenceExpired: { zh: '许可证已经过期', en: 'License expired' },
  licenceExpiring: {
    zh: (date: string) => `许可证即将在 ${date} 过期`,
    en: (date: string) => `License will expire at ${date}`,
  },
  passwordExpired: { zh: '密码过期了', en: 'Password expired' },
  passwordExpiring: {
    zh: (days: number) => `密码即将在 ${days} 天后过期，请尽快修改您的密码。`,
    en: (days: number) => `The password will expire in ${days} days. Please change your password as soon as possible.`,
  },
})

/** Only where the extension is there, and only to a system administrator: others could do nothing about it. */
export const concernsLicence = (settings?: PublicSettings, profile?: Profile): boolean =>
  Boolean(settings?.XPACK_ENABLED) && profile?.role === 'Admin'

/** Without a date there is no licence that could end. */
export const licenceAlert = (dateExpired: string | null | undefined, now: Date): string | undefined => {
  const end = parseDate(dateExpired)
  if (!end || !dateExpired) return undefined
  const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS)
  if (days < 0) return words.licenceExpired
  return days < LICENCE_WARNING_DAYS ? words.licenceExpiring(dateExpired) : undefined
}

/** Passwords of other sources are not ours to change. */
export const passwordAlert = (
  profile: Pick<Profile, 'source' | 'date_password_last_updated'> | undefined,
  expirationDays: number | undefined,
  now: Date,
): string | undefined => {
  const set = parseDate(profile?.date_password_last_updated)
  if (profile?.source !== 'local' || !set || !expirationDays) return undefined
  const age = Math.floor((now.getTime() - set.getTime()) / DAY_MS)
  const left = expirationDays - age
  if (left <= 0) return words.passwordExpired
  return left <= PASSWORD_WARNING_DAYS ? words.passwordExpiring(left) : undefined
}
