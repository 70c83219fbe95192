// Tells people by mail that their password will expire: once on each of the last days, whichever server gets to it.
import { sql } from 'kysely'
import { useOnce } from '../../platform/auth/use-once.ts'
import { goRound } from '../../platform/rounds.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Services } from '../../platform/services.ts'

/** As many days as the console warns for. */
const WARNING_DAYS = 5
const DAY = 86_400_000
const EVERY_MS = 600_000
const AT_ONCE = 500

interface Due {
  readonly id: string
  readonly name: string
  readonly email: string
  /** When the password was set. */
  readonly since: Date
}

export const remindOfPasswords = (services: Services, scope: Scope): void =>
  goRound(scope, {
    everyMs: EVERY_MS,
    work: () => remindAll(services),
    failed: (error) => services.log.warn('reminders of passwords were put off', { error }),
  })

/** How many were told. */
export const remindAll = async (services: Services): Promise<number> => {
  const { EMAIL_HOST, SECURITY_PASSWORD_EXPIRATION_TIME: days } = services.settings.values
  // Without a mail server nobody can be told, and nothing counts as told.
  if (!EMAIL_HOST || !(days > 0)) return 0
  const now = services.now()
  let told = 0
  for (let after = ''; ; ) {
    const people = await dueAt(now, days, after, services)
    for (const person of people) if (await remind(person, days, now, services)) told++
    if (people.length < AT_ONCE) return told
    after = people.at(-1)!.id
  }
}

/** Those whose password is kept here, who may come in, and who have an address that somebody can own. */
const dueAt = async (now: Date, days: number, after: string, { database }: Services): Promise<Due[]> => {
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY)
  const { rows } = await sql<Due>`
    select id, name, email, since from (
      select id, name, email, coalesce(date_password_last_updated, date_joined) as since from users_users
      where source = 'local' and is_active and not is_service_account and password_hash is not null
        and (date_expired is null or date_expired > ${now}) and email not ilike '%.invalid'
    ) as people
    where since > ${at(days)} and since <= ${at(days - WARNING_DAYS)} and id::text > ${after} order by id::text limit ${AT_ONCE}
  `.execute(database.db)
  return rows
}

const remind = async (
  { id, name, email, since }: Due,
  days: number,
  now: Date,
  services: Services,
): Promise<boolean> => {
  const left = days - Math.floor((now.getTime() - since.getTime()) / DAY)
  const mark = `password reminder ${id} ${since.getTime()} ${left}`
  // Taken before it is sent: one mail too few is less than one every few minutes.
  if (!(await useOnce(services.database.db, mark, new Date(now.getTime() + 2 * DAY)))) return false
  const link = new URL('/ui/users/profile', services.settings.values.SITE_URL).href
  services.post.send({
    to: email,
    subject: `密码将在 ${left} 天后过期 / Your password will expire in ${left} ${left === 1 ? 'day' : 'days'}`,
    // Nobody knows the language of who reads it.
    text:
      `${name}，您好：\n您的密码将在 ${left} 天后过期，请尽快修改：\n${link}\n\n` +
      `Hello ${name},\nyour password will expire in ${left} ${left === 1 ? 'day' : 'days'}. Please change it soon:\n${link}\n`,
  })
  return true
}
