// Whether a link still leads to a session: for whom it is for, as long as it was given for, while the session runs and its giver is logged in.
import { sql } from 'kysely'
import { isMemberSql } from '../../../engine/membership.ts'
import { isOpenVisitSql } from '../../../platform/auth/visits.ts'
import type { Db } from '../../../platform/context.ts'

export interface Key {
  readonly session: string
  /** Who comes with it. */
  readonly user: string
  readonly share: { readonly id: string } | { readonly secretHash: string }
}

/** Its id; nothing where it leads nowhere, for whatever reason. */
export const openShare = async ({ session, user, share }: Key, db: Db, now: Date): Promise<string | undefined> => {
  const which = 'id' in share ? sql`h.id = ${share.id}::uuid` : sql`h.secret_hash = ${share.secretHash}`
  const { rows } = await sql<{ id: string }>`
    select h.id from terminal_shares h
    join terminal_sessions s on s.id = h.session and not s.is_finished and s.user_id = h."user"::text
    join users_users giver on giver.id = h."user" and ${standsSql('giver', now)} and giver.login_epoch = h.epoch
    join users_users guest on guest.id = ${user}::uuid and ${standsSql('guest', now)} and not guest.is_service_account
    where h.session = ${session}::uuid and ${which}
      and h.date_ended is null and (h.date_expired is null or h.date_expired > ${now})
      and (h.for_user is null or h.for_user = guest.id)
      and ${isMemberSql(sql`guest.id`, sql`s.org_id`)} and ${isMemberSql(sql`giver.id`, sql`s.org_id`)}
      and (h.visit is null or ${isOpenVisitSql(sql`h.visit`, now)})
  `.execute(db)
  return rows[0]?.id
}

const standsSql = (user: 'giver' | 'guest', now: Date) => {
  const of = (column: string) => sql.ref(`${user}.${column}`)
  return sql<boolean>`(${of('is_active')} and (${of('date_expired')} is null or ${of('date_expired')} > ${now}))`
}
