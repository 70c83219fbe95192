// Chunks on their way in: one after the other, each checked against the one before it, sent again without harm.
import { createHash } from 'node:crypto'
import { label } from '@drawbridge/resource'
import { type ChunkHead, Damaged, type Event, readEvents, readHead } from '@drawbridge/terminal'
import { Refusal, type Wording } from '@drawbridge/wire'
import type { Ctx } from '../../../platform/context.ts'
import { type Answer, type Call, created, ok, type Route } from '../../../platform/http/route.ts'
import { componentOf } from '../component.ts'
import { chunkFile, folderOf, replayStore, type SessionRow } from './book.ts'
import { storageAway } from './places.ts'
import { watched } from './watched.ts'

export const HASH_HEADER = 'x-content-sha256'

export const uploadRoutes: Route[] = [
  {
    method: 'PUT',
    path: '/api/v1/terminal/sessions/:id/chunks/:no/',
    access: ['app'],
    raw: true,
    doc: {
      area: 'terminal',
      summary: label('上传录像分块', 'Send a chunk of a recording'),
      description: label(
        `请求体为分块的字节，请求头 ${HASH_HEADER} 为其 SHA-256（十六进制）。缺少前面的分块时返回 409 和应发送的编号 next。`,
        `The body is the bytes of the chunk, the header ${HASH_HEADER} their SHA-256 in hex. Where chunks before it are missing the answer is 409 with the number to go on with, next.`,
      ),
      status: 201,
    },
    run: (call) => take(call),
  },
]

const wrong = (reason: string) =>
  new Refusal('chunk_invalid', 400, { zh: `分块无效: ${reason}`, en: `The chunk is not good: ${reason}` })

const conflict = (code: string, next: number, wording: Wording) =>
  new Refusal(code, 409, wording, (lang) => ({ code, detail: wording[lang], next }))

const gap = (next: number) => conflict('chunk_gap', next, label(`缺少分块 ${next}`, `Chunk ${next} has not come yet`))
const differs = (next: number) =>
  conflict(
    'chunk_differs',
    next,
    label('该编号的分块已保存，且内容不同', 'Another chunk of this number is kept already'),
  )
const closed = (next: number) => conflict('recording_closed', next, label('录像已完成', 'The recording is complete'))

const take = async ({ ctx, params, body, request }: Call): Promise<Answer> => {
  const { replay_storage } = await componentOf(ctx)
  const no = /^\d{1,9}$/.test(params.no!) ? Number(params.no) : undefined
  if (no === undefined) throw wrong('the number is none')
  if (!Buffer.isBuffer(body)) throw wrong('there are no bytes')
  const hash = createHash('sha256').update(body).digest('hex')
  if (String(request.headers[HASH_HEADER] ?? '').toLowerCase() !== hash)
    throw wrong('the hash is not that of the bytes')
  const row = await watched(params.id!, ctx)
  if (await keepsNothing(replay_storage, ctx)) return ok({ no, next: no + 1 })
  return ctx.atomically(async (ctx) => {
    // Whoever sends the same session twice at once waits here.
    await ctx.db.selectFrom('terminal_sessions').select('id').where('id', '=', row.id).forUpdate().execute()
    const kept = await ctx.db
      .selectFrom('terminal_chunks')
      .select(['no', 'hash', 'to_ms'])
      .where('session', '=', row.id)
      .where('no', 'in', [no, no - 1])
      .execute()
    const next = await nextOf(row.id, ctx)
    const same = kept.find((one) => one.no === no)
    if (same) {
      if (same.hash !== hash) throw differs(next)
      return ok({ no, next })
    }
    if (no > next) throw gap(next)
    if (row.is_finished && row.has_replay) throw closed(next)
    const before = kept.find((one) => one.no === no - 1)
    const { head, events } = read(body)
    if (head.session !== row.id) throw wrong('it belongs to another session')
    if (head.no !== no) throw wrong(`it has the number ${head.no}`)
    if (head.previous !== (before?.hash ?? '')) throw wrong('it does not follow on the chunk before it')
    if (!isTime(head.from) || !isTime(head.to) || head.to < head.from || head.from < Number(before?.to_ms ?? 0))
      throw wrong('its time goes back')
    await write(row, { no, hash, bytes: body, head, events }, ctx)
    return created({ no, next: no + 1 })
  })
}

const isTime = (at: unknown): at is number => Number.isSafeInteger(at) && (at as number) >= 0

const keepsNothing = async (storage: string, { db }: Ctx): Promise<boolean> => {
  const found = await db
    .selectFrom('terminal_replay_storages')
    .select('type')
    .where('name', '=', storage)
    .executeTakeFirst()
  return found?.type === 'null'
}

const nextOf = async (session: string, { db }: Ctx): Promise<number> => {
  const found = await db
    .selectFrom('terminal_chunks')
    .select(({ fn }) => fn.max('no').as('last'))
    .where('session', '=', session)
    .executeTakeFirst()
  return found?.last === null || found?.last === undefined ? 0 : Number(found.last) + 1
}

const read = (bytes: Buffer): { head: ChunkHead; events: Event[] } => {
  try {
    return { head: readHead(bytes), events: readEvents(bytes) }
  } catch (error) {
    if (error instanceof Damaged) throw wrong(error.message)
    throw error
  }
}

const USUAL = { columns: 80, rows: 24 } as const

/** The size of the window is in the first chunk, where its component wrote it down. */
const sizeIn = (events: readonly Event[]): { columns: number; rows: number } => {
  const sized = events.find((event) => event.kind === 'resize' || event.kind === 'screen')
  return sized && 'columns' in sized ? { columns: sized.columns, rows: sized.rows } : USUAL
}

interface Arrived {
  readonly no: number
  readonly hash: string
  readonly bytes: Buffer
  readonly head: ChunkHead
  readonly events: readonly Event[]
}

/** The bytes first: what the book names is there. */
const write = async (row: SessionRow, { no, hash, bytes, head, events }: Arrived, { db, services }: Ctx) => {
  const folder = folderOf(row)
  try {
    await replayStore(services).put(chunkFile(folder, no), bytes)
  } catch (error) {
    services.log.error('a chunk of a recording could not be kept', { session: row.id, no, error })
    throw storageAway()
  }
  if (no === 0)
    await db
      .insertInto('terminal_recordings')
      .values({ session: row.id, folder, ...sizeIn(events) })
      .execute()
  await db
    .insertInto('terminal_chunks')
    .values({ session: row.id, no, hash, bytes: bytes.length, from_ms: head.from, to_ms: head.to })
    .execute()
}
