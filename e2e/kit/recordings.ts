// What a component sends of a session: a chunk for each list of events.
import { createHash } from 'node:crypto'
import { type Event, RecordingWriter } from '@drawbridge/terminal'
import type { Gateway } from '../../apps/server/test/kit/gateway.ts'
import { DEFAULT_ORG } from '../../apps/server/test/kit/world.ts'

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export const record = (gateway: Gateway, session: string) => {
  const size = { columns: 80, rows: 24 }
  const writer = new RecordingWriter({ session, began: 0, ...size, hash, bytes: 1e9, age: 1e9 })
  let no = 0
  return async (events: readonly Event[]) => {
    for (const event of events) writer.add(event)
    const { bytes } = writer.flush()!
    const sent = await gateway.in(DEFAULT_ORG).put(`terminal/sessions/${session}/chunks/${no++}/`, bytes, {
      'content-type': 'application/octet-stream',
      'x-content-sha256': hash(bytes),
    })
    if (sent.status !== 201) throw new Error(sent.text)
  }
}

export const output = (at: number, data: string): Event => ({ at, kind: 'output', data })
