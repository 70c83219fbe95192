// Carries finished recordings to the storage of their component, piece by piece, as often as it takes. The server's copy goes last.
import { sql } from 'kysely'
import { Unreachable } from '../../../platform/outgoing.ts'
import { goRound } from '../../../platform/rounds.ts'
import type { Scope } from '../../../platform/scope.ts'
import type { Services } from '../../../platform/services.ts'
import { type Bucket, Misconfigured } from '../../../platform/storage/bucket.ts'
import { bucketOf } from '../replay-bucket.ts'
import { pauseAfter, Rests } from '../rests.ts'
import { folderOf, recordingOf, replayStore, type SessionRow, wholeFile } from './book.ts'
import { filesOf, sha256 } from './places.ts'

const EVERY_MS = 60_000
/** Whoever carries says so again with each piece; after this silence another server goes on. */
const LEASE_MS = 300_000
const PAUSE_MS = { first: 30_000, longest: 3_600_000 } as const

const rests = new Rests(PAUSE_MS)

/** Each server has a folder of its own: what came by another one, that one carries on with. */
class Elsewhere extends Error {}

interface Place {
  readonly session: string
  readonly storage: string
  readonly state: 'waiting' | 'carried'
  readonly done: number
  readonly tries: number
}

export const startCarrying = (services: Services, scope: Scope): void =>
  goRound(scope, {
    everyMs: EVERY_MS,
    work: (ending) => carryAll(services, ending),
    failed: (error) => services.log.error('recordings could not be carried', { error }),
  })

/** All that is due now. */
export const carryAll = async (services: Services, signal?: AbortSignal): Promise<void> => {
  for (let place = await claim(services); place; place = await claim(services)) {
    await carry(place, services, signal)
    if (signal?.aborted) return
  }
}

/** The one that waits longest, for this server alone. */
const claim = async (services: Services): Promise<Place | undefined> => {
  const at = services.now()
  const { rows } = await sql<Place>`
    update terminal_replay_places p set date_next = ${new Date(at.getTime() + LEASE_MS)}
    where p.session = (
      select session from terminal_replay_places where state <> 'settled' and date_next <= ${at}
        and storage <> all(${rests.current(services)}::uuid[])
      order by date_next limit 1 for update skip locked
    )
    returning p.session, p.storage, p.state, p.done, p.tries
  `.execute(services.database.db)
  return rows[0]
}

const carry = async (place: Place, services: Services, signal?: AbortSignal): Promise<void> => {
  const { log } = services
  const { session, storage, tries } = place
  try {
    const row = await sessionOf(session, services)
    if (!row) return
    if (place.state === 'waiting') await copyAll(row, place, services, signal)
    await set(session, { state: 'carried' }, services)
    const store = replayStore(services)
    await store.remove(folderOf(row))
    await store.remove(wholeFile(row))
    await set(session, { state: 'settled' }, services)
    rests.end(storage, services)
    log.info('a recording was carried to its storage', { session, storage })
  } catch (error) {
    // This server ends: whoever comes next tries at once.
    if (signal?.aborted) return set(session, { date_next: services.now() }, services)
    const pause = error instanceof Elsewhere ? PAUSE_MS.first : pauseAfter(tries + 1, PAUSE_MS)
    if (error instanceof Unreachable || error instanceof Misconfigured) rests.begin(storage, services)
    const date_next = new Date(services.now().getTime() + pause)
    await set(session, { tries: tries + 1, date_next }, services)
    log.warn('a recording could not be carried to its storage, the server keeps it', {
      session,
      storage,
      tries: tries + 1,
      next: date_next.toISOString(),
      reason: (error as Error).message,
    })
  }
}

/** From the last file that was proved to be there. */
const copyAll = async (row: SessionRow, place: Place, services: Services, signal?: AbortSignal): Promise<void> => {
  const { db } = services.database
  const bucket = await bucketOf(place.storage, services, signal)
  const recording = await recordingOf(row, db)
  const hashes = new Map(recording?.manifest.chunks.map(({ no, hash }) => [no, hash]))
  for (const [no, path] of (await filesOf(row, db)).entries()) {
    if (no < place.done) continue
    const isManifest = recording !== undefined && !hashes.has(no)
    const bytes = isManifest ? Buffer.from(JSON.stringify(recording.manifest)) : await replayStore(services).get(path)
    if (!bytes) throw new Elsewhere(`${path} is not with this server`)
    // What was changed here is not passed off as good there.
    if (hashes.has(no) && sha256(bytes) !== hashes.get(no)) throw new Error(`${path} is not what was recorded`)
    await copy(path, bytes, bucket)
    await set(row.id, { done: no + 1, date_next: new Date(services.now().getTime() + LEASE_MS) }, services)
  }
}

/** There when it can be read back, byte for byte. */
const copy = async (path: string, bytes: Buffer, bucket: Bucket): Promise<void> => {
  await bucket.put(path, bytes)
  const back = await bucket.get(path)
  if (!back || back.length !== bytes.length || sha256(back) !== sha256(bytes))
    throw new Error(`the storage does not give ${path} back as it was sent`)
}

const sessionOf = async (id: string, { database }: Services): Promise<SessionRow | undefined> => {
  const row = await database.db.selectFrom('terminal_sessions').selectAll().where('id', '=', id).executeTakeFirst()
  return row as SessionRow | undefined
}

const set = async (
  session: string,
  values: { state?: 'carried' | 'settled'; done?: number; tries?: number; date_next?: Date },
  { database }: Services,
): Promise<void> => {
  await database.db.updateTable('terminal_replay_places').set(values).where('session', '=', session).execute()
}
