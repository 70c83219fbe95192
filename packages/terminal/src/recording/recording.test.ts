import { describe, expect, it } from 'vitest'
import { type Chunk, type Event, readEvents, readHead } from './format.ts'
import { asciicast, momentAt } from './seek.ts'
import { toBytes, toText } from './utf8.ts'
import { verify } from './verify.ts'
import { RecordingWriter } from './writer.ts'

/** Not for secrets: a sum that changes with every byte and its place. */
const hash = (bytes: Uint8Array) =>
  bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 16_777_619) >>> 0, 2_166_136_261).toString(16)

const output = (at: number, data: string): Event => ({ at, kind: 'output', data })

const record = (events: Event[], more: { bytes?: number; age?: number } = {}) => {
  const writer = new RecordingWriter({ session: 's1', began: 1_000_000, columns: 80, rows: 24, hash, ...more })
  const chunks: Chunk[] = events.flatMap((event) => writer.add(event) ?? [])
  const last = writer.flush()
  if (last) chunks.push(last)
  return { chunks, writer, read: async (no: number) => chunks[no]?.bytes }
}

const many = Array.from({ length: 500 }, (_, i) => output(i * 100, `line ${i} 你好 \u001b[31mred\r\n`))

describe('a recording', () => {
  it('gives back what was put in, in numbered chunks of limited size and age', () => {
    const { chunks } = record(many, { bytes: 2_000 })
    expect(chunks.length).toBeGreaterThan(10)
    expect(chunks.map(({ head }) => head.no)).toEqual(chunks.map((_, i) => i))
    expect(chunks.flatMap(({ bytes }) => readEvents(bytes))).toEqual(many)
    const aged = record(many, { age: 1_000 }).chunks
    expect(aged.every(({ head }) => head.to - head.from <= 1_000)).toBe(true)
  })

  it('is the same, whoever makes the hashes and whenever they are known', () => {
    const writer = new RecordingWriter({ session: 's1', began: 1_000_000, columns: 80, rows: 24, hash, bytes: 2_000 })
    const chunks = many.flatMap((event, i) => {
      const chunk = writer.add(event)
      if (chunk && i % 2 === 0) writer.hashed(chunk, hash(chunk.bytes))
      return chunk ?? []
    })
    // A hash that comes too late, or again, changes nothing.
    for (const chunk of chunks.slice(0, -1)) writer.hashed(chunk, 'late')
    const { chunks: plain, writer: other } = record(many, { bytes: 2_000 })
    const last = writer.flush()
    expect([...chunks, ...(last ? [last] : [])].map(({ bytes }) => toText(bytes))).toEqual(
      plain.map(({ bytes }) => toText(bytes)),
    )
    expect(writer.manifest()).toEqual(other.manifest())
  })

  it('is proved whole, or cut, or says which chunk is missing, changed, misplaced or of another session', async () => {
    const { chunks, writer, read } = record(many, { bytes: 4_000 })
    const whole = writer.manifest({ at: 50_000, reason: 'logout' })
    expect(await verify(whole, read, hash)).toEqual({ state: 'whole' })
    expect(await verify(writer.manifest(), read, hash)).toMatchObject({
      state: 'cut',
      chunks: chunks.length,
      until: 49_900,
    })
    const with_ = (no: number, bytes: Uint8Array | undefined) => async (n: number) =>
      n === no ? bytes : chunks[n]?.bytes
    const changed = chunks[2]!.bytes.slice()
    changed[changed.length - 9]! ^= 1
    expect(await verify(whole, with_(2, undefined), hash)).toMatchObject({
      state: 'damaged',
      chunk: 2,
      reason: 'missing',
    })
    expect(await verify(whole, with_(2, changed), hash)).toMatchObject({
      state: 'damaged',
      chunk: 2,
      reason: 'changed',
      until: chunks[1]!.head.to,
    })
    const swapped = {
      ...whole,
      chunks: whole.chunks.map((entry, i) => (i === 1 ? { ...whole.chunks[2]!, no: 2 } : entry)),
    }
    expect(await verify(swapped, read, hash)).toMatchObject({ reason: 'misplaced', chunk: 1 })
    const foreign = { ...whole, session: 's2' }
    expect(await verify(foreign, read, hash)).toMatchObject({ reason: 'foreign', chunk: 0 })
  })

  it('whose writer died in the middle of a line keeps everything before it', () => {
    const [{ bytes }] = record(many.slice(0, 5)).chunks as [Chunk]
    expect(readEvents(bytes.slice(0, -4))).toEqual(many.slice(0, 4))
    expect(readHead(bytes)).toMatchObject({ session: 's1', no: 0, events: 5 })
    const broken = toBytes(`${toText(bytes).split('\n')[0]}\nnonsense\n[1,"o","x"]\n`)
    expect(() => readEvents(broken)).toThrow('line 2')
  })

  it('shows any moment from the last screen before it, reading few chunks', async () => {
    const events = many.flatMap((event, i): Event[] =>
      i % 100 === 0 ? [{ at: event.at, kind: 'screen', data: `screen ${i}`, columns: 80, rows: 24 }, event] : [event],
    )
    const { chunks, writer } = record(events, { bytes: 2_000 })
    let reads = 0
    const moment = await momentAt(writer.manifest(), 25_050, async (no) => {
      reads++
      return chunks[no]!.bytes
    })
    expect(moment.screen?.data).toBe('screen 200')
    expect(moment.since.filter(({ kind }) => kind === 'output').length).toBe(51)
    expect(reads).toBeLessThan(chunks.length / 2)
    expect(await momentAt(writer.manifest(), 0, async (no) => chunks[no]!.bytes)).toMatchObject({
      screen: { data: 'screen 0' },
    })
  })

  it('never goes back in time, and remembers the size of the window', () => {
    const { chunks, writer } = record([
      output(100, 'a'),
      output(50, 'b'),
      { at: 60, kind: 'resize', columns: 120, rows: 40 },
    ])
    expect(chunks.flatMap(({ bytes }) => readEvents(bytes)).map(({ at }) => at)).toEqual([100, 100, 100])
    expect(writer.size).toEqual({ columns: 120, rows: 40 })
  })

  it('becomes one file that plays anywhere', () => {
    const { chunks, writer } = record([
      output(1_500, 'hi'),
      { at: 2_000, kind: 'input', data: 'secret' },
      { at: 2_500, kind: 'resize', columns: 100, rows: 30 },
    ])
    const lines = [
      ...asciicast(
        writer.manifest(),
        chunks.map(({ bytes }) => bytes),
      ),
    ]
      .join('')
      .trim()
      .split('\n')
    expect(lines.map((one) => JSON.parse(one))).toEqual([
      { version: 2, width: 80, height: 24, timestamp: 1_000 },
      [1.5, 'o', 'hi'],
      [2.5, 'r', '100x30'],
    ])
  })
})
