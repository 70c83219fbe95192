// Reads the parts of a zip file that is already in memory. The directory at its end is the authority; what it promises
// of a part is checked while the part is uncompressed, and one budget covers all parts.
import { crc32, createInflateRaw } from 'node:zlib'
import { malformed, tooLarge } from './failure.ts'

export class ZipFile {
  #body: Buffer
  #limit: number
  #left: number
  #entries: Map<string, Entry>

  constructor(body: Buffer, limit: number) {
    this.#body = body
    this.#limit = limit
    this.#left = limit
    this.#entries = directory(body)
  }

  has(name: string): boolean {
    return this.#entries.has(partName(name))
  }

  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(partName(name))
    if (!entry) throw malformed({ reason: 'part_missing' })
    if (entry.size > this.#left) throw tooLarge('bytes', this.#limit)
    let size = 0
    let checksum = 0
    for await (const chunk of uncompressed(this.#body, entry)) {
      size += chunk.length
      this.#left -= chunk.length
      if (this.#left < 0) throw tooLarge('bytes', this.#limit)
      if (size > entry.size) throw malformed({ reason: 'part_size' })
      checksum = crc32(chunk, checksum)
      yield chunk
    }
    if (size !== entry.size) throw malformed({ reason: 'part_size' })
    if (checksum !== entry.checksum) throw malformed({ reason: 'part_checksum' })
  }
}

type Entry = { compressed: number; size: number; checksum: number; method: number; offset: number }

const MAX_ENTRIES = 10_000
const CHUNK = 32 * 1024

const signatures = { entry: 0x02014b50, local: 0x04034b50, end: Buffer.from('PK\x05\x06') }
const lengths = { entry: 46, local: 30, end: 22, comment: 0xffff }

// Part names differ by more than case in no valid file, and some writers use the separator of Windows.
const partName = (name: string) => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()

const directory = (body: Buffer): Map<string, Entry> => {
  const end = body.lastIndexOf(signatures.end)
  if (end < 0 || end + lengths.end > body.length || body.length - end > lengths.end + lengths.comment) {
    throw malformed({ reason: 'not_a_zip' })
  }
  const count = body.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) throw malformed({ reason: 'zip_directory' })
  const entries = new Map<string, Entry>()
  let at = body.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + lengths.entry > end || body.readUInt32LE(at) !== signatures.entry) {
      throw malformed({ reason: 'zip_directory' })
    }
    const nameEnd = at + lengths.entry + body.readUInt16LE(at + 28)
    const next = nameEnd + body.readUInt16LE(at + 30) + body.readUInt16LE(at + 32)
    if (next > end) throw malformed({ reason: 'zip_directory' })
    const name = partName(body.toString('utf8', at + lengths.entry, nameEnd))
    if (entries.has(name)) throw malformed({ reason: 'part_twice' })
    if (body.readUInt16LE(at + 8) & 1) throw malformed({ reason: 'encrypted' })
    entries.set(name, {
      method: body.readUInt16LE(at + 10),
      checksum: body.readUInt32LE(at + 16),
      compressed: body.readUInt32LE(at + 20),
      size: body.readUInt32LE(at + 24),
      offset: body.readUInt32LE(at + 42),
    })
    at = next
  }
  return entries
}

async function* uncompressed(body: Buffer, entry: Entry): AsyncGenerator<Buffer> {
  const { offset } = entry
  if (offset + lengths.local > body.length || body.readUInt32LE(offset) !== signatures.local) {
    throw malformed({ reason: 'part_header' })
  }
  const start = offset + lengths.local + body.readUInt16LE(offset + 26) + body.readUInt16LE(offset + 28)
  if (start + entry.compressed > body.length) throw malformed({ reason: 'part_size' })
  const data = body.subarray(start, start + entry.compressed)
  if (entry.method === 0) {
    for (let at = 0; at < data.length; at += CHUNK) yield data.subarray(at, at + CHUNK)
  } else if (entry.method === 8) {
    yield* inflated(data)
  } else {
    throw malformed({ reason: 'part_compression' })
  }
}

// Node's inflate works off the main thread and stops at every chunk, so a bomb never gets further than one chunk past
// the limit, however small its input.
async function* inflated(data: Buffer): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: CHUNK })
  inflate.end(data)
  try {
    for await (const chunk of inflate) yield chunk
  } catch (error) {
    throw String((error as NodeJS.ErrnoException).code).startsWith('Z_') ? malformed({ reason: 'part_data' }) : error
  } finally {
    inflate.destroy()
  }
}
