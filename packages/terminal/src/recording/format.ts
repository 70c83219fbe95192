// A recording is a row of numbered chunks. Each holds events as lines and names the hash of the one before it, so that a chunk that is
// missing, changed or out of place is seen; the manifest says how many there are and how it ended.
import { toBytes, toText } from './utf8.ts'

export const RECORDING_VERSION = 1

/** What happened, in milliseconds since the recording began. */
export type Event =
  | { readonly at: number; readonly kind: 'output'; readonly data: string }
  | { readonly at: number; readonly kind: 'input'; readonly data: string }
  | { readonly at: number; readonly kind: 'resize'; readonly columns: number; readonly rows: number }
  /** The screen as it is here: whoever wants to see this moment begins with the last of these. */
  | {
      readonly at: number
      readonly kind: 'screen'
      readonly data: string
      readonly columns: number
      readonly rows: number
    }
  /** A place to jump to: a command, an upload, a warning. */
  | { readonly at: number; readonly kind: 'mark'; readonly data: string }

export interface ChunkHead {
  readonly version: number
  readonly session: string
  /** From 0 on, without a gap. */
  readonly no: number
  /** Of the first and last event. */
  readonly from: number
  readonly to: number
  readonly events: number
  /** Hash of the chunk before; empty for the first. */
  readonly previous: string
}

export interface Chunk {
  readonly head: ChunkHead
  readonly bytes: Uint8Array
  /** Over all its bytes, hex. */
  readonly hash: string
}

export interface Manifest {
  readonly version: number
  readonly session: string
  /** Seconds since 1970, when it began. */
  readonly began: number
  readonly columns: number
  readonly rows: number
  readonly chunks: readonly {
    readonly no: number
    readonly from: number
    readonly to: number
    readonly bytes: number
    readonly hash: string
  }[]
  /** Undefined while the session goes on. */
  readonly ended?: { readonly at: number; readonly reason: string }
}

/** SHA-256 as hex: given from outside, because a browser and Node reach it on different ways. */
export type Hash = (bytes: Uint8Array) => string

const SIGNS = { output: 'o', input: 'i', resize: 'r', screen: 's', mark: 'm' } as const
const KINDS = { o: 'output', i: 'input', r: 'resize', s: 'screen', m: 'mark' } as const

/** An event as the line that stands for it in a chunk, with its end. */
export const writeEvent = (event: Event): Uint8Array => toBytes(`${JSON.stringify(partsOf(event))}\n`)

const partsOf = (event: Event): unknown[] => {
  const { at, kind } = event
  if (kind === 'resize') return [at, SIGNS.resize, `${event.columns}x${event.rows}`]
  if (kind === 'screen') return [at, SIGNS.screen, event.data, `${event.columns}x${event.rows}`]
  return [at, SIGNS[kind], event.data]
}

export const writeChunk = (
  session: string,
  no: number,
  events: readonly Event[],
  previous: string,
  hash: Hash,
): Chunk =>
  chunkOf(
    {
      version: RECORDING_VERSION,
      session,
      no,
      from: events[0]?.at ?? 0,
      to: events.at(-1)?.at ?? 0,
      events: events.length,
      previous,
    },
    events.map(writeEvent),
    hash,
  )

/** Of events that are lines already. Its hash is made when somebody asks for it. */
export const chunkOf = (head: ChunkHead, lines: readonly Uint8Array[], hash: Hash): Chunk => {
  const bytes = joined([toBytes(`${JSON.stringify(head)}\n`), ...lines])
  let made: string | undefined
  return {
    head,
    bytes,
    get hash() {
      made ??= hash(bytes)
      return made
    },
  }
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export class Damaged extends Error {
  readonly no: number | undefined
  constructor(reason: string, no?: number) {
    super(reason)
    this.no = no
  }
}

export const readHead = (bytes: Uint8Array): ChunkHead => {
  const stop = bytes.indexOf(10)
  try {
    const head = JSON.parse(toText(bytes.subarray(0, stop < 0 ? undefined : stop))) as ChunkHead
    if (head.version !== RECORDING_VERSION) throw new Damaged(`of version ${head.version}`, head.no)
    return head
  } catch (error) {
    throw error instanceof Damaged ? error : new Damaged('has no head')
  }
}

/** A last line that was cut off, because the writer died, is left out: the events before it are whole. */
export const readEvents = (bytes: Uint8Array): Event[] => {
  const [, ...lines] = toText(bytes).split('\n')
  const events: Event[] = []
  for (const [i, one] of lines.entries()) {
    if (one === '') continue
    try {
      events.push(readEvent(JSON.parse(one)))
    } catch {
      if (i < lines.length - 1) throw new Damaged(`line ${i + 2} is unreadable`)
    }
  }
  return events
}

const readEvent = (parts: unknown): Event => {
  if (
    !Array.isArray(parts) ||
    typeof parts[0] !== 'number' ||
    !Object.hasOwn(KINDS, parts[1]) ||
    typeof parts[2] !== 'string'
  )
    throw new Damaged('not an event')
  const [at, sign, data, size] = parts as [number, keyof typeof KINDS, string, string?]
  const kind = KINDS[sign]
  if (kind === 'resize') return { at, kind, ...sizeOf(data) }
  if (kind === 'screen') return { at, kind, data, ...sizeOf(size ?? '') }
  return { at, kind, data }
}

const sizeOf = (data: string): { columns: number; rows: number } => {
  const [, columns, rows] = /^(\d{1,5})x(\d{1,5})$/.exec(data) ?? []
  if (!columns || !rows) throw new Damaged('not a size')
  return { columns: Number(columns), rows: Number(rows) }
}
