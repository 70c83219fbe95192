// Recordings that came as one compressed file, from components of the contract: read whole, and given out as if they were chunks.
import { type Chunk, type Event, RecordingWriter } from '@drawbridge/terminal'
import type { Source } from './recording.ts'

/** Nobody plays more; a file that unpacks to more was made to hurt. */
const MOST_BYTES = 256 * 1024 * 1024
/** What the older format does not tell. */
const WINDOW = { columns: 80, rows: 24 } as const
const PIECE_MS = 60_000

export class Unreadable extends Error {}

export const uploadedSource = async (file: Blob): Promise<Source> => {
  const { events, columns, rows } = eventsIn(await unpacked(file))
  const writer = new RecordingWriter({ session: '', began: 0, columns, rows, hash: () => '', age: PIECE_MS })
  const chunks: Chunk[] = events.flatMap((event) => writer.add(event) ?? [])
  const last = writer.flush()
  if (last) chunks.push(last)
  const manifest = writer.manifest({ at: events.at(-1)?.at ?? 0, reason: '' })
  return { manifest: async () => manifest, chunk: async (no) => chunks[no]!.bytes }
}

/** Compressed or not: two bytes tell. */
const unpacked = async (file: Blob): Promise<string> => {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const isPacked = first === 0x1f && second === 0x8b
  const stream = isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream()
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > MOST_BYTES) {
      await reader.cancel()
      throw new Unreadable()
    }
    text += decoder.decode(value, { stream: true })
  }
}

interface Read {
  readonly events: readonly Event[]
  readonly columns: number
  readonly rows: number
}

export const eventsIn = (text: string): Read => {
  try {
    return castIn(text) ?? timedIn(text)
  } catch {
    throw new Unreadable()
  }
}

/** Outputs under the second at which they came. An object gives back whole numbers first, so their order is made anew. */
const timedIn = (text: string): Read => {
  const events = Object.entries(JSON.parse(text) as Record<string, unknown>)
    .flatMap(([second, data]) =>
      typeof data === 'string' && data !== '' && Number.isFinite(Number(second))
        ? [{ at: Math.max(0, Math.round(Number(second) * 1_000)), kind: 'output' as const, data }]
        : [],
    )
    .sort((one, other) => one.at - other.at)
  return { events, ...WINDOW }
}

/** A line with what it is, then a line for each event (asciicast, version 2). */
const castIn = (text: string): Read | undefined => {
  const [first = '', ...lines] = text.split('\n')
  if (!/"version"\s*:\s*2/.test(first) || !first.trimEnd().endsWith('}') || lines.length === 0) return undefined
  const { width, height } = JSON.parse(first) as { width?: unknown; height?: unknown }
  const events = lines.filter(Boolean).flatMap((line): Event[] => {
    const [second, kind, data] = JSON.parse(line) as [number, string, string]
    const at = Math.max(0, Math.round(second * 1_000))
    const [, columns, rows] = (kind === 'r' && /^(\d{1,4})x(\d{1,4})$/.exec(data)) || []
    if (columns && rows) return [{ at, kind: 'resize', columns: Number(columns), rows: Number(rows) }]
    return kind === 'o' ? [{ at, kind: 'output', data: String(data) }] : []
  })
  return { events, columns: Number(width) || WINDOW.columns, rows: Number(height) || WINDOW.rows }
}
