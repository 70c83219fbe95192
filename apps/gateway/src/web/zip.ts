// An archive that is written while it is read, of any size: nothing is compressed, nothing is known beforehand. Sizes and sums stand behind each file and
// once more at the end, as wide as the format allows.
import { crc32 } from 'node:zlib'

export interface Packed {
  /** With slashes, without one at the begin. */
  readonly name: string
  /** Seconds since 1970. */
  readonly mtime: number
  readonly mode: number
  /** None for a folder. */
  readonly content?: AsyncIterable<Buffer>
}

const [LOCAL, AFTER, CENTRAL, END64, LOCATOR, END] = [
  0x04034b50, 0x08074b50, 0x02014b50, 0x06064b50, 0x07064b50, 0x06054b50,
] as const
const VERSION = 45
const UNIX = 3
const [UTF8, SIZES_BEHIND] = [0x0800, 0x0008] as const
const [WIDE, WIDEST] = [0xffff, 0xffffffff] as const

export async function* zip(all: AsyncIterable<Packed>): AsyncGenerator<Buffer> {
  let at = 0
  let count = 0
  const central: Buffer[] = []
  for await (const { name, mtime, mode, content } of all) {
    const offset = at
    const file = Buffer.from(content ? name : `${name}/`)
    const flags = content ? UTF8 | SIZES_BEHIND : UTF8
    const stamp = [...dosTime(mtime)] as const
    const head = Buffer.concat([
      bytes(
        [4, LOCAL],
        [2, VERSION],
        [2, flags],
        [2, 0],
        [2, stamp[0]],
        [2, stamp[1]],
        [4, 0],
        [4, content ? WIDEST : 0],
        [4, content ? WIDEST : 0],
        [2, file.length],
        [2, content ? 20 : 0],
      ),
      file,
      content ? bytes([2, 1], [2, 16], [8, 0], [8, 0]) : Buffer.alloc(0),
    ])
    yield head
    at += head.length
    let [sum, size] = [0, 0]
    if (content) {
      for await (const part of content) {
        sum = crc32(part, sum)
        size += part.length
        yield part
      }
      const behind = bytes([4, AFTER], [4, sum], [8, size], [8, size])
      yield behind
      at += size + behind.length
    }
    count++
    const kind = content ? 0o100000 : 0o040000
    central.push(
      Buffer.concat([
        bytes(
          [4, CENTRAL],
          [1, VERSION],
          [1, UNIX],
          [2, VERSION],
          [2, flags],
          [2, 0],
          [2, stamp[0]],
          [2, stamp[1]],
          [4, sum],
          [4, WIDEST],
          [4, WIDEST],
          [2, file.length],
          [2, 28],
          [2, 0],
          [2, 0],
          [2, 0],
          [4, (((kind | (mode & 0o777)) << 16) | (content ? 0 : 0x10)) >>> 0],
          [4, WIDEST],
        ),
        file,
        bytes([2, 1], [2, 24], [8, size], [8, size], [8, offset]),
      ]),
    )
  }
  const list = Buffer.concat(central)
  yield list
  yield bytes(
    [4, END64],
    [8, 44],
    [2, VERSION],
    [2, VERSION],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, list.length],
    [8, at],
    [4, LOCATOR],
    [4, 0],
    [8, at + list.length],
    [4, 1],
    [4, END],
    [2, 0],
    [2, 0],
    [2, WIDE],
    [2, WIDE],
    [4, WIDEST],
    [4, WIDEST],
    [2, 0],
  )
}

/** Numbers of so many bytes, lowest first. */
const bytes = (...fields: readonly (readonly [width: 1 | 2 | 4 | 8, value: number])[]): Buffer => {
  const buffer = Buffer.alloc(fields.reduce((sum, [width]) => sum + width, 0))
  let at = 0
  for (const [width, value] of fields) {
    if (width === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(value, at, width)
    at += width
  }
  return buffer
}

/** Two-second steps since 1980, without a zone: ours is UTC. */
const dosTime = (seconds: number): [time: number, date: number] => {
  const date = new Date(Math.max(seconds, Date.UTC(1980, 0, 1) / 1000) * 1000)
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  const year = Math.min(date.getUTCFullYear() - 1980, 127)
  return [time, (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()]
}
