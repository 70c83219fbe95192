// What a player needs to show a moment: the last screen that was written down before it, and what happened since.
import { type Event, type Manifest, readEvents } from './format.ts'

export interface Moment {
  readonly screen?: Extract<Event, { kind: 'screen' }>
  readonly since: readonly Event[]
}

/** Chunks that have to be read for a moment: from the one that covers it backwards to one with a screen. */
export const chunkAt = (manifest: Manifest, at: number): number => {
  let [low, high] = [0, manifest.chunks.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (manifest.chunks[middle]!.from <= at) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}

export const momentAt = async (
  manifest: Manifest,
  at: number,
  chunk: (no: number) => Promise<Uint8Array>,
): Promise<Moment> => {
  if (manifest.chunks.length === 0) return { since: [] }
  const last = chunkAt(manifest, at)
  return momentFrom(
    Array.from({ length: last + 1 }, (_, back) => last - back),
    at,
    chunk,
  )
}

/** The same from the numbers of the chunks that may be read, from the one that covers the moment backwards. */
export const momentFrom = async (
  numbers: Iterable<number>,
  at: number,
  chunk: (no: number) => Promise<Uint8Array>,
): Promise<Moment> => {
  const read: Event[][] = []
  for (const no of numbers) {
    const events = readEvents(await chunk(no)).filter((event) => event.at <= at)
    const from = events.findLastIndex(({ kind }) => kind === 'screen')
    if (from >= 0)
      return { screen: events[from] as Moment['screen'], since: [events.slice(from + 1), ...read.reverse()].flat() }
    read.push(events)
  }
  return { since: read.reverse().flat() }
}

/** The recording as one file that other players read (asciicast, version 2). */
export const asciicast = function* (manifest: Manifest, chunks: Iterable<Uint8Array>): Generator<string> {
  const { columns, rows, began } = manifest
  yield `${JSON.stringify({ version: 2, width: columns, height: rows, timestamp: began })}\n`
  for (const bytes of chunks)
    for (const event of readEvents(bytes)) {
      const seconds = event.at / 1000
      if (event.kind === 'resize') yield `${JSON.stringify([seconds, 'r', `${event.columns}x${event.rows}`])}\n`
      else if (event.kind === 'output') yield `${JSON.stringify([seconds, 'o', event.data])}\n`
      else if (event.kind === 'mark') yield `${JSON.stringify([seconds, 'm', event.data])}\n`
    }
}
