// What is known of recordings: which chunks have arrived, how large the window was, whether it is whole.
import { join } from 'node:path'
import type { session } from '@drawbridge/model'
import { type Manifest, RECORDING_VERSION } from '@drawbridge/terminal'
import type { Loaded } from '../../../engine/serve.ts'
import type { Db } from '../../../platform/context.ts'
import type { Services } from '../../../platform/services.ts'
import { localStore } from '../../../platform/storage/local.ts'
import type { Store } from '../../../platform/storage/store.ts'

export type SessionRow = Loaded<typeof session>

/** Where recordings of the server's own lie. */
export const replayStore = ({ config }: Services): Store => localStore(join(config.dataDir, 'media'))

export const folderOf = ({ id, date_start }: { id: string; date_start: Date }): string =>
  `replay/${date_start.toISOString().slice(0, 10)}/${id}`

export const chunkFile = (folder: string, no: number): string => `${folder}/${String(no).padStart(6, '0')}.chunk`

/** As a component of the contract sends it: one compressed file. */
export const wholeFile = (row: { id: string; date_start: Date }): string => `${folderOf(row)}.replay.gz`

export interface Recording {
  readonly folder: string
  readonly manifest: Manifest
}

/** Nothing where no chunk has come. */
export const recordingOf = async (row: SessionRow, db: Db): Promise<Recording | undefined> => {
  const known = await db.selectFrom('terminal_recordings').selectAll().where('session', '=', row.id).executeTakeFirst()
  if (!known) return undefined
  const chunks = await db
    .selectFrom('terminal_chunks')
    .select(['no', 'from_ms', 'to_ms', 'bytes', 'hash'])
    .where('session', '=', row.id)
    .orderBy('no')
    .execute()
  return {
    folder: known.folder,
    manifest: manifestOf(
      row,
      known,
      chunks.map(({ no, from_ms, to_ms, bytes, hash }) => ({
        no,
        from: Number(from_ms),
        to: Number(to_ms),
        bytes,
        hash,
      })),
    ),
  }
}

/** It has an end only when its component has said that everything was sent: until then it is cut, and looks so. */
export const manifestOf = (
  row: SessionRow,
  size: { readonly columns: number; readonly rows: number },
  chunks: Manifest['chunks'],
): Manifest => ({
  version: RECORDING_VERSION,
  session: row.id,
  began: Math.round(row.date_start.getTime() / 1000),
  columns: size.columns,
  rows: size.rows,
  chunks,
  ...(row.is_finished && row.has_replay
    ? {
        ended: {
          at: Math.max(0, (row.date_end ?? row.date_start).getTime() - row.date_start.getTime()),
          reason: row.end_reason,
        },
      }
    : {}),
})

/** Beside its chunks, so that the folder alone can be checked and played. */
export const writeManifest = async (row: SessionRow, db: Db, services: Services): Promise<void> => {
  const known = await recordingOf(row, db)
  if (known)
    await replayStore(services).put(`${known.folder}/manifest.json`, Buffer.from(JSON.stringify(known.manifest)))
}
