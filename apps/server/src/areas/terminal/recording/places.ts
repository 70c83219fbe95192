// Where a recording is: with the server, on its way to the storage of its component, or there.
import { createHash } from 'node:crypto'
import { type Label, label } from '@drawbridge/resource'
import { Refusal } from '@drawbridge/wire'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { Unreachable } from '../../../platform/outgoing.ts'
import type { Services } from '../../../platform/services.ts'
import { type Bucket, Misconfigured } from '../../../platform/storage/bucket.ts'
import { bucketOf } from '../replay-bucket.ts'
import { chunkFile, replayStore, type SessionRow, wholeFile } from './book.ts'

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Once it is whole it is sent to the storage that its component has at this moment; the server's own keeps it where it is. */
export const arrangeCarrying = async (
  row: Pick<SessionRow, 'id' | 'terminal' | 'is_finished' | 'has_replay'>,
  db: Db,
  now: Date,
): Promise<void> => {
  if (!row.is_finished || !row.has_replay) return
  await sql`
    insert into terminal_replay_places (session, storage, date_next)
    select ${row.id}, r.id, ${now} from terminal_terminals t join terminal_replay_storages r on r.name = t.replay_storage
    where t.id = ${row.terminal} and r.type not in ('null', 'server')
    on conflict do nothing
  `.execute(db)
}

/** Nothing while the server has it: until it was verified at its new place, the server's copy is the recording. */
const remoteOf = async (session: string, services: Services): Promise<Bucket | undefined> => {
  const place = await services.database.db
    .selectFrom('terminal_replay_places')
    .select(['storage', 'state'])
    .where('session', '=', session)
    .executeTakeFirst()
  return place && place.state !== 'waiting' ? bucketOf(place.storage, services) : undefined
}

export const storageAway = () =>
  new Refusal('storage_invalid', 503, {
    zh: '录像存储暂时不可用，请稍后再试',
    en: 'The replay storage cannot be used right now, please try again later',
  })

export type Reading = (path: string) => Promise<Buffer | undefined>

/** Reads files of a recording from where they are. */
export const readingOf = async (session: string, services: Services): Promise<Reading> => {
  const told = (error: unknown): never => {
    if (!(error instanceof Unreachable || error instanceof Misconfigured)) throw error
    services.log.warn('a recording could not be read from its storage', { session, reason: error.message })
    throw storageAway()
  }
  const remote = await remoteOf(session, services).catch(told)
  if (remote) return (path) => remote.get(path).catch(told)
  // Between the question and the file it may have been carried away.
  return async (path) =>
    (await replayStore(services).get(path)) ?? (await remoteOf(session, services).catch(told))?.get(path).catch(told)
}

/** Every file of it that may lie in a storage. */
export const filesOf = async (row: { id: string; date_start: Date }, db: Db): Promise<string[]> => {
  const chunks = await db
    .selectFrom('terminal_chunks as c')
    .innerJoin('terminal_recordings as r', 'r.session', 'c.session')
    .select(['c.no', 'r.folder'])
    .where('c.session', '=', row.id)
    .orderBy('c.no')
    .execute()
  if (chunks.length === 0) return [wholeFile(row)]
  return [...chunks.map(({ folder, no }) => chunkFile(folder, no)), `${chunks[0]!.folder}/manifest.json`]
}

/** Takes it from its storage; what was on its way there may be there in part. */
export const removeCarried = async (row: { id: string; date_start: Date }, services: Services): Promise<void> => {
  const { db } = services.database
  const place = await db
    .selectFrom('terminal_replay_places')
    .select(['storage', 'state', 'done', 'tries'])
    .where('session', '=', row.id)
    .executeTakeFirst()
  if (!place || (place.state === 'waiting' && place.done === 0 && place.tries === 0)) return
  try {
    const bucket = await bucketOf(place.storage, services)
    for (const path of await filesOf(row, db)) await bucket.remove(path)
  } catch (error) {
    // Where nothing ever arrived, nothing is left behind.
    if (place.state !== 'waiting' || place.done > 0) throw error
  }
}

/** For whoever looks at the session; why it waits, the log of the server says. */
export const placeWords = ({ storage, state, tries }: { storage: string; state: string; tries: number }): Label => {
  if (state !== 'waiting') return label(`保存在 ${storage}`, `Kept in ${storage}`)
  if (tries === 0) return label(`等待上传到 ${storage}`, `Waits to be carried to ${storage}`)
  return label(
    `尚未能上传到 ${storage}（已尝试 ${tries} 次），录像仍保存在服务器`,
    `Could not be carried to ${storage} yet (tried ${tries} times); the server keeps it`,
  )
}
