// What forms of both kinds of rules ask alike: who, as whom, from when until when.
import { DAY_MS } from '../../api/cookies.ts'
import type { FieldSpec } from '../../kit/spec.ts'
import { GROUPS, nameAndLogin, USERS } from './addresses.ts'

/** As good as never. */
const FAR_DAYS = 36_500

export const whoFields: Readonly<Record<string, FieldSpec>> = {
  users: { options: { url: USERS, multiple: true, labelOf: nameAndLogin } },
  user_groups: { options: { url: GROUPS, multiple: true } },
}

/** The start is the server's own moment: a clock of ours that is ahead would make rules begin too late. */
export const whenFields = (now = new Date()): Readonly<Record<string, FieldSpec>> => ({
  is_active: { initial: true },
  date_expired: { initial: new Date(now.getTime() + FAR_DAYS * DAY_MS).toISOString() },
  comment: {},
})

export const OTHER = ['is_active', 'date_start', 'date_expired', 'comment'] as const
