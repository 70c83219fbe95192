import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

// A zip file written part by part in constant memory. Node's deflate does the work off the main thread; what is ready
// waits to be taken, so whoever writes decides when to go on.
export class ZipWriter {
  #limit: number
  #bytes = 0
  #ready: Uint8Array[] = []
  #part: Part | undefined
  #zip = new Zip((error, chunk) => {
    if (error) throw error
    this.#bytes += chunk.length
    if (chunk.length) this.#ready.push(chunk)
  })

  constructor(limit: number) {
    this.#limit = limit
  }

  get partBytes(): number {
    return this.#part?.entry.size ?? 0
  }

  open(filename: string) {
    // The same content gives the same bytes, whenever it is written.
    const entry = { filename, size: 0, crc: 0, compression: 8, mtime: new Date(1980, 0, 1) }
    this.#zip.add(entry)
    const deflate = createDeflateRaw({ level: 4 })
    deflate.on('data', (chunk: Buffer<ArrayBuffer>) => deliver(entry, chunk, false))
    this.#part = { entry, deflate }
  }

  async write(text: string): Promise<void> {
    const { entry, deflate } = this.#part!
    const chunk = Buffer.from(text)
    entry.size += chunk.length
    entry.crc = crc32(chunk, entry.crc)
    await new Promise<void>((resolve, reject) => {
      deflate.write(chunk, (error) => (error ? reject(error) : resolve()))
    })
    if (this.#bytes > this.#limit) throw new RangeError('The content does not fit in one zip file')
  }

  async close(text: string): Promise<void> {
    await this.write(text)
    const { entry, deflate } = this.#part!
    await new Promise((resolve, reject) => {
      deflate.once('end', resolve).once('error', reject).end()
    })
    deliver(entry, new Uint8Array(), true)
    this.#part = undefined
  }

  async add(filename: string, text: string): Promise<void> {
    this.open(filename)
    await this.close(text)
  }

  end() {
    this.#zip.end()
  }

  take(): Uint8Array[] {
    return this.#ready.splice(0)
  }

  // Gives back what the compression holds when the file is left unfinished.
  abandon() {
    this.#part?.deflate.destroy()
  }
}

type Part = { entry: ZipInputFile; deflate: DeflateRaw }

const deliver = (entry: ZipInputFile, chunk: Uint8Array<ArrayBuffer>, last: boolean) => entry.ondata!(null, chunk, last)
