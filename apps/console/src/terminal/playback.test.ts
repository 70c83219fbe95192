import { type Event, type Manifest, RecordingWriter } from '@drawbridge/terminal'
import { describe, expect, it } from 'vitest'
import { askedOf } from './address.ts'
import { clockText } from './clock-text.ts'
import { Playback, type Screen } from './playback.ts'
import { Recording, type Source } from './recording.ts'

const SESSION = '12ab34cd-56ef-4a78-9b90-c1d2e3f4a5b6'
/** Any that tells chunks apart will do here. */
const hash = (bytes: Uint8Array) => String(bytes.reduce((sum, byte) => (sum * 31 + byte) >>> 0, 7))
const out = (at: number, data: string): Event => ({ at, kind: 'output', data })

/** Chunks as a component writes them, one for each list. */
const recorded = (chunks: readonly (readonly Event[])[], { ends = true } = {}) => {
  const writer = new RecordingWriter({ session: SESSION, began: 0, columns: 80, rows: 24, hash, bytes: 1e9, age: 1e9 })
  const bytes = chunks.map((events) => {
    for (const event of events) writer.add(event)
    return writer.flush()!.bytes
  })
  return { bytes, manifest: writer.manifest(ends ? { at: 99_000, reason: 'over' } : undefined) }
}

const sourceOf = ({ bytes, manifest }: ReturnType<typeof recorded>, more: Partial<Source> = {}): Source => ({
  manifest: async () => manifest,
  chunk: async (no) => bytes[no]!,
  hash: async (one) => hash(one),
  ...more,
})

const aScreen = () => {
  const seen: string[] = []
  const screen: Screen = {
    clear: ({ columns, rows }) => seen.push(`clear ${columns}x${rows}`),
    resize: ({ columns, rows }) => seen.push(`resize ${columns}x${rows}`),
    write: (data) => seen.push(data),
  }
  return { screen, seen }
}

/** What the playback waits for is there at once, but not before its turn. */
const turns = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}

const THREE = recorded([
  [out(0, 'a'), out(1_000, 'b')],
  [{ at: 2_000, kind: 'screen', data: 'AB', columns: 100, rows: 30 }, out(2_000, 'c'), out(3_000, 'd')],
  [{ at: 9_000, kind: 'resize', columns: 120, rows: 40 }, out(10_000, 'e')],
])

const open = async (source: Source) => {
  const { screen, seen } = aScreen()
  const recording = await Recording.open(source)
  return { playback: new Playback(recording, screen), recording, seen }
}

describe('a recording that is played', () => {
  it('shows what was written when its time has come, over the borders of chunks, and stops at the end', async () => {
    const { playback, seen } = await open(sourceOf(THREE))
    await playback.seek(0)
    await playback.play()
    for (let now = 0; now <= 11_000; now += 500) {
      playback.tick(now)
      await turns()
    }
    for (let now = 11_500; playback.state.isPlaying; now += 500) {
      playback.tick(now)
      await turns()
    }
    expect(seen).toEqual(['clear 80x24', 'a', 'b', 'c', 'd', 'resize 120x40', 'e'])
    expect(playback.state).toMatchObject({ atMs: 10_000, durationMs: 10_000, isOver: true })
  })

  it('goes on from a moment with the last screen before it, and reads nothing that is older', async () => {
    const asked: number[] = []
    const { playback, seen } = await open(
      sourceOf(THREE, {
        chunk: async (no) => {
          asked.push(no)
          return THREE.bytes[no]!
        },
      }),
    )
    await playback.seek(2_500)
    expect(seen).toEqual(['clear 100x30', 'AB', 'c'])
    expect(asked).toEqual([1])
  })

  it('only the last of several jumps counts', async () => {
    const { playback, seen } = await open(sourceOf(THREE))
    await Promise.all([playback.seek(0), playback.seek(3_000), playback.seek(500)])
    expect(seen).toEqual(['clear 80x24', 'a'])
    expect(playback.state.atMs).toBe(500)
  })

  it('goes faster, and passes over silence, when it is told to', async () => {
    const { playback, seen } = await open(sourceOf(THREE))
    await playback.seek(3_000)
    playback.setSpeed(4)
    playback.skipPauses(true)
    await playback.play()
    playback.tick(0)
    await turns()
    playback.tick(10)
    expect(playback.state.atMs).toBe(8_800)
    playback.tick(110)
    expect(playback.state.atMs).toBe(9_200)
    expect(seen.at(-1)).toBe('resize 120x40')
  })

  it('waits at the end of a session that runs, and goes on when there is more', async () => {
    const first = recorded([[out(0, 'a')]], { ends: false })
    const more = recorded([[out(0, 'a')], [out(5_000, 'b')]])
    let now: { bytes: Uint8Array[]; manifest: Manifest } = first
    const { playback, seen } = await open({
      manifest: async (after = -1) => ({
        ...now.manifest,
        chunks: now.manifest.chunks.filter(({ no }) => no > after),
        is_finished: now === more,
      }),
      chunk: async (no) => now.bytes[no]!,
    })
    await playback.seek(0)
    await playback.play()
    for (const at of [0, 100, 200]) playback.tick(at)
    expect(playback.state).toMatchObject({ isPlaying: true, isOver: false, atMs: 0 })
    now = more
    await playback.refresh()
    playback.tick(300)
    await turns()
    playback.skipPauses(true)
    for (const at of [400, 500, 900]) playback.tick(at)
    expect(seen).toEqual(['clear 80x24', 'a', 'b'])
    expect(playback.state).toMatchObject({ isPlaying: false, isOver: true })
  })

  it('begins one visit however long a session has shown nothing yet', async () => {
    const asked: (number | undefined)[] = []
    const nothing = recorded([], { ends: false })
    const { playback } = await open({
      manifest: async (after) => {
        asked.push(after)
        return nothing.manifest
      },
      chunk: async () => new Uint8Array(),
    })
    await playback.refresh()
    await playback.refresh()
    expect(asked).toEqual([undefined, -1, -1])
  })

  it('tells when a part does not come, and takes another try', async () => {
    let isBroken = true
    const { playback, seen } = await open(
      sourceOf(THREE, {
        chunk: async (no) => {
          if (isBroken) throw new Error('away')
          return THREE.bytes[no]!
        },
      }),
    )
    await playback.seek(0)
    expect(playback.state.problem).toEqual(new Error('away'))
    isBroken = false
    await playback.seek(0)
    expect([playback.state.problem, seen]).toEqual([undefined, ['clear 80x24', 'a']])
  })

  it('a part that was changed is noticed', async () => {
    const other = recorded([[out(0, 'x'), out(1_000, 'b')]])
    const { playback, recording } = await open(
      sourceOf(THREE, { chunk: async (no) => (no === 0 ? other.bytes[0]! : THREE.bytes[no]!) }),
    )
    await playback.seek(2_500)
    expect([...recording.damaged]).toEqual([])
    await playback.seek(0)
    expect([...recording.damaged]).toEqual([0])
  })

  it('one whose session is over but which has no end is known as cut', async () => {
    const { playback } = await open(
      sourceOf(THREE, {
        manifest: async () => ({ ...THREE.manifest, ended: undefined, is_finished: true }) as never,
      }),
    )
    expect(playback.state).toMatchObject({ isOver: false, isCut: true })
  })

  it('an empty one shows an empty screen', async () => {
    const { playback, seen } = await open(sourceOf(recorded([], { ends: false })))
    await playback.seek(5_000)
    await playback.play()
    playback.tick(0)
    playback.tick(1_000)
    expect(seen).toEqual(['clear 80x24'])
    expect(playback.state.atMs).toBe(0)
  })
})

describe('the address of the player', () => {
  const asked = (address: string) => askedOf(new URL(address, 'http://x'))
  it('names a recording, a moment in it, or a session that runs', () => {
    expect(asked(`/luna/replay/${SESSION}`)).toEqual({ session: SESSION, live: false })
    expect(asked(`/luna/replay/${SESSION}/?at=1500`)).toEqual({ session: SESSION, live: false, atMs: 1500 })
    expect(asked(`/luna/join/?shareroom=${SESSION}`)).toEqual({ session: SESSION, live: true })
  })
  it('or nothing that could be asked for', () => {
    for (const address of ['/luna/replay/', '/luna/replay/..%2fusers', '/luna/join/', '/luna/join/?shareroom=a/b'])
      expect(asked(address), address).toBeUndefined()
    expect(asked(`/luna/replay/${SESSION}?at=-1`)?.atMs).toBeUndefined()
  })
})

it('times read as clocks show them', () => {
  expect([0, 999, 61_000, 3_723_000, -5].map(clockText)).toEqual(['00:00', '00:00', '01:01', '1:02:03', '00:00'])
})
