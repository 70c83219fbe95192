// The recording of a session as the server in memory has it.
import { createHash } from 'node:crypto'
import { type Event, readEvents, verify } from '@drawbridge/terminal'
import { expect } from 'vitest'
import type { Place } from './place.ts'
import { until } from './ssh.ts'

export const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Once the server knows of its end: every chunk follows on the one before. */
export const recordingOf = async ({ server }: Place, session: string): Promise<Event[]> => {
  await until(() => server.finished.has(session), 'the end told to the server')
  const chunks = server.chunks.get(session) ?? []
  const manifest = {
    ...{ version: 1, session, began: 0, columns: 80, rows: 24, ended: { at: 0, reason: '' } },
    chunks: chunks.map((bytes, no) => ({ no, from: 0, to: 0, bytes: bytes.length, hash: hash(bytes) })),
  }
  expect(await verify(manifest, async (no) => chunks[no], hash)).toEqual({ state: 'whole' })
  return chunks.flatMap((bytes) => readEvents(bytes))
}

export const outputOf = (events: readonly Event[]) =>
  events.map((event) => (event.kind === 'output' ? event.data : '')).join('')
