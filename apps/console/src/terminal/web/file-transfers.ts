// Files that go over the terminal: what the target begins with `rz` or `sz` is carried here, and what is no file is drawn as ever.
import { type Direction, FrameReader, Receiver, Sender, StartWatch, type Taker } from '@drawbridge/terminal'

export type TransferState =
  /** `rz` waits for files. */
  | { readonly at: 'choose' }
  | { readonly at: 'running'; readonly direction: Direction; readonly name: string; readonly share?: number }

export interface FileTransferOptions {
  readonly draw: (bytes: Uint8Array, drawn: () => void) => void
  /** Resolves when the line takes more. */
  readonly send: (bytes: Uint8Array) => Promise<void>
  readonly onState: (state: TransferState | undefined) => void
  readonly onSaved: (name: string, file: Blob) => void
  readonly onOver: (direction: Direction, how: 'done' | 'cancelled') => void
  readonly onTooLarge: (name: string) => void
}

/** A file is held in memory until it is whole. */
const MOST_BYTES = 512 * 1024 * 1024
/** Drawing a bar more often than this is no help to anybody. */
const TELL_MS = 100
const FAREWELL_MS = 1_500

export class FileTransfers {
  readonly #options: FileTransferOptions
  #starts = new StartWatch()
  #receiver: Receiver | undefined
  #sender: Sender | undefined
  #isWaiting = false
  /** What `rz` says while nobody has chosen yet: that it still waits, or that it has had enough. */
  #waits = this.#idle()
  #told = 0

  constructor(options: FileTransferOptions) {
    this.#options = options
  }

  take(bytes: Uint8Array, drawn: () => void): void {
    if (this.#isBusy) {
      this.#carry(bytes)
      drawn()
      return
    }
    const start = this.#starts.look(bytes)
    if (!start) {
      this.#options.draw(bytes, drawn)
      return
    }
    const at = Math.max(0, start.at)
    this.#draw(bytes.subarray(0, at))
    this.#begin(start.direction)
    // Of a begin that was cut the first part has been drawn: it is needed here all the same.
    if (start.at < 0) this.#carry(BEGIN.subarray(0, -start.at))
    this.#carry(bytes.subarray(at))
    drawn()
  }

  #carry(bytes: Uint8Array): void {
    if (this.#receiver) this.#receiver.take(bytes)
    else if (this.#sender) this.#sender.take(bytes)
    else for (const { isFrame, bytes: some } of this.#waits.take(bytes)) if (!isFrame) this.#draw(some)
  }

  /** Files for `rz`, which waits; none: it is told that there are none. */
  give(files: readonly File[]): void {
    if (!this.#isWaiting) return
    this.#isWaiting = false
    const sender = new Sender({
      files: files.map((file) => ({
        name: file.name,
        size: file.size,
        read: async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
      })),
      send: this.#options.send,
      onProgress: ({ name, size }, soFar) => this.#tell('upload', name, soFar, size),
      onSkipped: () => undefined,
      onNoise: (bytes) => this.#draw(bytes),
      onOver: (how) => this.#end('upload', how),
    })
    this.#sender = sender
    if (files.length === 0) sender.cancel()
    else {
      this.#tell('upload', files[0]!.name, 0, files[0]!.size)
      sender.begin()
    }
  }

  cancel(): void {
    if (this.#isWaiting) this.give([])
    else {
      this.#receiver?.cancel()
      this.#sender?.cancel()
      // A program that ends may throw away its own word about it.
      const [receiver, sender] = [this.#receiver, this.#sender]
      setTimeout(() => {
        if (receiver === this.#receiver && sender === this.#sender) this.leave()
      }, FAREWELL_MS)
    }
  }

  /** The line is cut, or the person types again: nobody waits for the other side. */
  leave(): void {
    if (!this.#isBusy) return
    this.#receiver?.leave()
    this.#sender?.leave()
    this.#clear()
  }

  get isWaiting(): boolean {
    return this.#isWaiting
  }

  get #isBusy(): boolean {
    return this.#isWaiting || this.#receiver !== undefined || this.#sender !== undefined
  }

  #idle(): FrameReader {
    return new FrameReader({ onRead: ({ kind }) => kind === 'cancel' && this.leave() })
  }

  #begin(direction: Direction): void {
    this.#told = 0
    if (direction === 'upload') {
      this.#waits = this.#idle()
      this.#isWaiting = true
      this.#options.onState({ at: 'choose' })
      return
    }
    this.#receiver = new Receiver({
      send: (bytes) => void this.#options.send(bytes),
      onFile: ({ name, size = 0 }) => {
        if (size <= MOST_BYTES) return this.#taker(name.split('/').at(-1) || 'file', size)
        this.#options.onTooLarge(name)
        return undefined
      },
      onNoise: (bytes) => this.#draw(bytes),
      onOver: (how) => this.#end('download', how),
    })
  }

  #taker(name: string, size: number): Taker {
    const parts: BlobPart[] = []
    this.#tell('download', name, 0, size)
    return {
      data: (bytes, soFar) => {
        if (soFar > MOST_BYTES) {
          this.cancel()
          return
        }
        parts.push(bytes as Uint8Array<ArrayBuffer>)
        this.#tell('download', name, soFar, size)
      },
      end: () => this.#options.onSaved(name, new Blob(parts)),
    }
  }

  #tell(direction: Direction, name: string, soFar: number, size: number): void {
    const now = performance.now()
    if (soFar > 0 && soFar < size && now - this.#told < TELL_MS) return
    this.#told = now
    this.#options.onState({ at: 'running', direction, name, ...(size > 0 ? { share: soFar / size } : {}) })
  }

  #end(direction: Direction, how: 'done' | 'cancelled'): void {
    this.#clear()
    this.#options.onOver(direction, how)
  }

  #clear(): void {
    this.#receiver = undefined
    this.#sender = undefined
    this.#isWaiting = false
    this.#starts = new StartWatch()
    this.#options.onState(undefined)
  }

  #draw(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#options.draw(bytes, () => undefined)
  }
}

const BEGIN = Uint8Array.from('**\u0018B0', (sign) => sign.charCodeAt(0))
