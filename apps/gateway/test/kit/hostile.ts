// Bytes that nobody means well with: good ones, bent by chance. The same seed bends them the same way, and a failure names it.

export interface Dice {
  readonly seed: number
  /** From 0 up to, but not including, `sides`. */
  below(sides: number): number
}

export const dice = (seed: number): Dice => {
  let state = seed >>> 0
  return {
    seed,
    below: (sides) => {
      // Mulberry32: small, quick, and good enough to bend bytes.
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), state | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
    },
  }
}

const EDGES = [0, 1, 0x7f, 0x80, 0xff, 10, 13, 27, 0x22, 0x5c, 0x24, 0x28, 0x60]
const LONGEST = 4_096

type Bend = (bytes: Buffer, dice: Dice, good: readonly Buffer[]) => Buffer

const bends: readonly Bend[] = [
  (bytes, { below }) => {
    const bent = Buffer.from(bytes)
    if (bent.length > 0) bent[below(bent.length)]! ^= 1 << below(8)
    return bent
  },
  (bytes, { below }) => {
    const bent = Buffer.from(bytes)
    if (bent.length > 0) bent[below(bent.length)] = EDGES[below(EDGES.length)]!
    return bent
  },
  (bytes, { below }) => bytes.subarray(0, below(bytes.length + 1)),
  (bytes, { below }) => bytes.subarray(below(bytes.length + 1)),
  (bytes, { below }) => {
    const at = below(bytes.length + 1)
    const more = Buffer.from(Array.from({ length: 1 + below(8) }, () => below(256)))
    return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])
  },
  (bytes, { below }) => {
    const [from, to] = [below(bytes.length + 1), below(bytes.length + 1)].sort((a, b) => a - b) as [number, number]
    const piece = bytes.subarray(from, to)
    return Buffer.concat([bytes, ...Array.from({ length: 1 + below(4) }, () => piece)])
  },
  // Lengths are what parsers trust most.
  (bytes, { below }) => {
    const bent = Buffer.from(bytes)
    if (bent.length >= 4)
      bent.writeUInt32BE([0, 1, 0x7fffffff, 0x80000000, 0xffffffff][below(5)]!, below(bent.length - 3))
    return bent
  },
  (bytes, { below }, good) => {
    const other = good[below(good.length)]!
    return Buffer.concat([bytes.subarray(0, below(bytes.length + 1)), other.subarray(below(other.length + 1))])
  },
]

/** Good bytes, bent once to a few times. */
export function* bent(good: readonly Buffer[], many: number, throws: Dice): Generator<Buffer> {
  for (let no = 0; no < many; no++) {
    let bytes = good[throws.below(good.length)]!
    for (let left = 1 + throws.below(4); left > 0; left--)
      bytes = bends[throws.below(bends.length)]!(bytes, throws, good)
    yield bytes.subarray(0, LONGEST)
  }
}

export const mysqlPacket = (no: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([body.length & 255, body.length >> 8, 0, no]), body])

/** What a MySQL server says first. */
export const mysqlGreeting = Buffer.concat([
  Buffer.from('\u000a8.0.0\u0000\u0001\u0000\u0000\u0000'),
  Buffer.alloc(8, 7),
  Buffer.from([0, 0xff, 0xf7, 8, 2, 0, 0xff, 0x00, 21]),
  Buffer.alloc(10),
  Buffer.alloc(12, 7),
  Buffer.from('\u0000mysql_native_password\u0000'),
])
