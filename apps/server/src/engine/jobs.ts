// Work that goes on after the answer: written down with the change that asks for it, done by the job service.
import type { Label } from '@drawbridge/resource'
import type { Ctx } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'

export interface Order {
  readonly name: Label
  /** Names the work for whoever does it: `assets.test`. */
  readonly kind?: string
  /** In words, for the log: what is to be done to which objects, or how many. */
  readonly asked?: Label
  /** What came of it, where the work is done already. */
  readonly done?: Label
  /** The object that it is about. */
  readonly about?: string
  /** What whoever does it needs to know: ids, filters. Never a secret. */
  readonly subject?: Readonly<Record<string, unknown>>
  /** Of the objects, where the caller stands in the root organisation. */
  readonly org_id?: string
}

/** Inside the transaction of the caller, if there is one. Gives the id of the task. */
export const startJob = async (ctx: Ctx, order: Order): Promise<string> => {
  const { name, kind = '', asked = name, done, about, subject = {}, org_id = ctx.org.id } = order
  const id = newId()
  await ctx.db
    .insertInto('ops_jobs')
    .values({
      id,
      org_id,
      user: ctx.me.id,
      kind,
      subject: JSON.stringify({ ...subject, ...(about ? { about } : {}) }),
      name: JSON.stringify(name),
      asked: JSON.stringify(asked),
      result: done ? JSON.stringify(done) : null,
      state: done ? 'succeeded' : 'waiting',
      log: '',
      date_created: ctx.reader.now,
      date_finished: done ? ctx.reader.now : null,
    })
    .execute()
  return id
}
