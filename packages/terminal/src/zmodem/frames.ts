// ZMODEM as it goes over a terminal: the kinds of frames, and how they are written.

export const PAD = 0x2a
export const ESCAPE = 0x18
const HEX = 0x42
const BINARY_32 = 0x43

export const FRAME = {
  askReceiver: 0,
  receiverReady: 1,
  senderSays: 2,
  yes: 3,
  file: 4,
  skip: 5,
  again: 6,
  abort: 7,
  finish: 8,
  goOnFrom: 9,
  data: 10,
  endOfFile: 11,
  failed: 12,
  challenge: 14,
  command: 18,
} as const

/** After what a piece of data ends: whether more follows, and whether an answer is wanted. */
export const END = { frame: 0x68, more: 0x69, moreAnswer: 0x6a, frameAnswer: 0x6b } as const

export interface Header {
  readonly type: number
  /** As they stand in the frame: a position with the lowest byte first, or flags with the first ones last. */
  readonly bytes: readonly [number, number, number, number]
}

/** Ends whatever the other side does: five would do. */
export const CANCEL = Uint8Array.from([...Array<number>(8).fill(ESCAPE), ...Array<number>(8).fill(0x08)])

export const positionIn = ({ bytes: [a, b, c, d] }: Header): number => (a | (b << 8) | (c << 16) | (d << 24)) >>> 0

export const atPosition = (position: number): Header['bytes'] => [
  position & 255,
  (position >>> 8) & 255,
  (position >>> 16) & 255,
  (position >>> 24) & 255,
]

/** Headers that everybody reads. */
export const hexHeader = (type: number, bytes: Header['bytes'] = [0, 0, 0, 0]): Uint8Array => {
  const body = Uint8Array.from([type, ...bytes])
  const crc = crc16(body)
  const digits = [...body, crc >> 8, crc & 255].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const signs = Array.from(digits, (sign) => sign.charCodeAt(0))
  const resume = type === FRAME.finish || type === FRAME.yes ? [] : [0x11]
  return Uint8Array.from([PAD, PAD, ESCAPE, HEX, ...signs, 0x0d, 0x8a, ...resume])
}

/** Headers before data, which say how the data is checked. */
export const binaryHeader = (type: number, bytes: Header['bytes']): Uint8Array => {
  const body = Uint8Array.from([type, ...bytes])
  return joined([Uint8Array.from([PAD, ESCAPE, BINARY_32]), escaped(body), escaped(crc32Bytes(body))])
}

export const dataPiece = (data: Uint8Array, end: number): Uint8Array =>
  joined([escaped(data), Uint8Array.from([ESCAPE, end]), escaped(crc32Bytes(joined([data, Uint8Array.from([end])])))])

/** Bytes that a line may take for its own are written as two. */
const MARKED = new Set([ESCAPE, 0x10, 0x11, 0x13, 0x90, 0x91, 0x93, 0x0d, 0x8d])

const escaped = (bytes: Uint8Array): Uint8Array => {
  const out: number[] = []
  for (const byte of bytes) {
    if (MARKED.has(byte)) out.push(ESCAPE, byte ^ 0x40)
    else out.push(byte)
  }
  return Uint8Array.from(out)
}

export const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export const crc16 = (bytes: ArrayLike<number>): number => {
  let crc = 0
  for (let at = 0; at < bytes.length; at++) {
    crc ^= bytes[at]! << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}

const TABLE_32 = Array.from({ length: 256 }, (_, start) => {
  let value = start
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value >>> 0
})

export const crc32 = (bytes: ArrayLike<number>): number => {
  let crc = 0xffffffff
  for (let at = 0; at < bytes.length; at++) crc = (crc >>> 8) ^ TABLE_32[(crc ^ bytes[at]!) & 255]!
  return ~crc >>> 0
}

const crc32Bytes = (bytes: Uint8Array): Uint8Array => Uint8Array.from(atPosition(crc32(bytes)))
