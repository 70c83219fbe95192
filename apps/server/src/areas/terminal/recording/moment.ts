// What a player shows first, in one answer: the last screen that was written down before a moment, and what happened since.
import { Damaged, type Moment, momentFrom } from '@drawbridge/terminal'
import type { Ctx } from '../../../platform/context.ts'
import { chunkFile, type SessionRow } from './book.ts'
import { readingOf } from './places.ts'

/** Recordings without screens in between are read by the player, piece by piece. */
const MOST = { chunks: 40, bytes: 2 * 1024 * 1024 } as const

export interface ShownMoment extends Moment {
  readonly at: number
  readonly columns: number
  readonly rows: number
}

/** Nothing where too much would have to be read. */
export const momentOf = async (row: SessionRow, at: number, ctx: Ctx): Promise<ShownMoment | undefined> => {
  const { db, services } = ctx
  const known = await db.selectFrom('terminal_recordings').selectAll().where('session', '=', row.id).executeTakeFirst()
  if (!known) return undefined
  const chunks = await db
    .selectFrom('terminal_chunks')
    .select(['no', 'bytes'])
    .where('session', '=', row.id)
    .where((when) => when.or([when('from_ms', '<=', at), when('no', '=', 0)]))
    .orderBy('no', 'desc')
    .limit(MOST.chunks)
    .execute()
  const read = await readingOf(row.id, services)
  let bytes = 0
  const moment = await momentFrom(
    chunks.map(({ no }) => no),
    at,
    async (no) => {
      const chunk = await read(chunkFile(known.folder, no))
      bytes += chunk?.length ?? 0
      if (!chunk || bytes > MOST.bytes) throw new TooMuch()
      return chunk
    },
  ).catch((error: unknown) => {
    // What is damaged is told by the player, which compares every chunk with its hash.
    if (error instanceof TooMuch || error instanceof Damaged) return undefined
    throw error
  })
  const isWhole = moment && (moment.screen !== undefined || chunks.at(-1)?.no === 0)
  return isWhole ? { ...moment, at, columns: known.columns, rows: known.rows } : undefined
}

class TooMuch extends Error {}
