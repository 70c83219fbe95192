// A short-lived handle for a set of ids, bound to the user and the organisation that made it.

import { randomUUID } from 'node:crypto'
import { readGuid } from '@drawbridge/resource'
import type { Ctx } from '../platform/context.ts'

/** `each`: how many handles one user can have at a time; older ones make room. */
export const ID_SET = { seconds: 300, most: 100_000, each: 100 } as const

export const keepIdSet = async (ids: readonly string[], ctx: Ctx): Promise<string> => {
  // Not one of our time-ordered ids: a handle should tell nothing and not be guessed.
  const id = randomUUID()
  const now = ctx.reader.now.getTime()
  await ctx.db.deleteFrom('id_sets').where('date_expired', '<', ctx.reader.now).execute()
  await ctx.db
    .deleteFrom('id_sets')
    .where('id', 'in', (from) =>
      from
        .selectFrom('id_sets')
        .select('id')
        .where('user', '=', ctx.me.id)
        .orderBy('date_expired', 'desc')
        .offset(ID_SET.each - 1),
    )
    .execute()
  await ctx.db
    .insertInto('id_sets')
    .values({
      id,
      user: ctx.me.id,
      org_id: ctx.org.id,
      ids: [...ids],
      date_expired: new Date(now + ID_SET.seconds * 1_000),
    })
    .execute()
  return id
}

export const findIdSet = async (handle: string, ctx: Ctx): Promise<string[] | undefined> => {
  const id = readGuid(handle)
  if (!id || !ctx.caller) return undefined
  const found = await ctx.db
    .selectFrom('id_sets')
    .select('ids')
    .where('id', '=', id)
    .where('user', '=', ctx.caller.id)
    .where('org_id', '=', ctx.askedIn ?? ctx.org.id)
    .where('date_expired', '>', ctx.reader.now)
    .executeTakeFirst()
  return found?.ids
}
