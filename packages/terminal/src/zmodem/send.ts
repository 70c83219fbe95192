// Gives files to the other side, which waits for them. Pure: bytes come in, bytes go out, and files are read when their turn has come.

import { toBytes } from '../recording/utf8.ts'
import {
  atPosition,
  binaryHeader,
  CANCEL,
  dataPiece,
  END,
  FRAME,
  type Header,
  hexHeader,
  positionIn,
} from './frames.ts'
import { FrameReader, type Read } from './reader.ts'

export interface Given {
  readonly name: string
  readonly size: number
  read(from: number, to: number): Promise<Uint8Array>
}

export interface SendOptions {
  readonly files: readonly Given[]
  /** Resolves when there is room for more. */
  readonly send: (bytes: Uint8Array) => Promise<void>
  readonly onProgress: (file: Given, soFar: number) => void
  readonly onSkipped: (file: Given) => void
  /** What is no frame: for the screen. */
  readonly onNoise: (bytes: Uint8Array) => void
  readonly onOver: (how: 'done' | 'cancelled') => void
}

const PIECE = 4_096
const READ = 256 * 1_024

export class Sender {
  readonly #options: SendOptions
  readonly #reader = new FrameReader({ onRead: (read) => this.#hear(read) })
  #next = 0
  #file: Given | undefined
  /** Rises whenever the other side wants it from somewhere else. */
  #turn = 0
  #state: 'ready' | 'offered' | 'sending' | 'ended' | 'finishing' | 'cancelling' | 'over' = 'ready'

  constructor(options: SendOptions) {
    this.#options = options
  }

  take(bytes: Uint8Array): void {
    for (const { isFrame, bytes: some } of this.#reader.take(bytes)) if (!isFrame) this.#options.onNoise(some)
  }

  /** The other side has said that it is ready before there was anything to give. */
  begin(): void {
    if (this.#state === 'ready') this.#offer()
  }

  /** Over when the other side says so too. */
  cancel(): void {
    if (this.#state === 'over' || this.#state === 'cancelling') return
    this.#state = 'cancelling'
    this.#turn++
    void this.#options.send(CANCEL)
  }

  /** Nobody waits for the other side any longer. */
  leave(): void {
    this.#end('cancelled')
  }

  #hear(read: Read): void {
    if (this.#state === 'over') return
    if (read.kind === 'cancel') this.#end('cancelled')
    else if (read.kind === 'header' && this.#state !== 'cancelling') this.#header(read.header)
  }

  #header(header: Header): void {
    const { type } = header
    if (type === FRAME.goOnFrom && (this.#state === 'offered' || this.#state === 'sending' || this.#state === 'ended'))
      void this.#give(positionIn(header))
    else if (type === FRAME.skip && this.#file) {
      this.#turn++
      this.#options.onSkipped(this.#file)
      this.#offer()
    } else if (type === FRAME.receiverReady && this.#state === 'ended') this.#offer()
    else if (type === FRAME.again && this.#state === 'offered') this.#offerAgain()
    else if (type === FRAME.finish && this.#state === 'finishing') {
      void this.#options.send(Uint8Array.from([0x4f, 0x4f]))
      this.#end('done')
    } else if (type === FRAME.abort || type === FRAME.failed) this.cancel()
  }

  #offer(): void {
    this.#file = this.#options.files[this.#next++]
    if (this.#file) this.#offerAgain()
    else {
      this.#state = 'finishing'
      void this.#options.send(hexHeader(FRAME.finish))
    }
  }

  #offerAgain(): void {
    const { name, size } = this.#file!
    this.#state = 'offered'
    const about = toBytes(`${name}\0${size} 0 0 0 1 ${size}\0`)
    void this.#options
      .send(binaryHeader(FRAME.file, [0, 0, 0, 1]))
      .then(() => this.#options.send(dataPiece(about, END.frameAnswer)))
  }

  async #give(from: number): Promise<void> {
    const file = this.#file!
    const turn = ++this.#turn
    const isMine = () => turn === this.#turn && this.#state === 'sending'
    this.#state = 'sending'
    const { send, onProgress } = this.#options
    try {
      await send(binaryHeader(FRAME.data, atPosition(from)))
      let at = from
      while (at < file.size && isMine()) {
        const bytes = await file.read(at, Math.min(file.size, at + READ))
        for (let cut = 0; cut < bytes.length && isMine(); cut += PIECE) {
          const piece = bytes.subarray(cut, cut + PIECE)
          at += piece.length
          await send(dataPiece(piece, at >= file.size ? END.frame : END.more))
          onProgress(file, at)
        }
      }
      if (!isMine()) return
      if (from >= file.size) await send(dataPiece(new Uint8Array(), END.frame))
      this.#state = 'ended'
      await send(binaryHeader(FRAME.endOfFile, atPosition(file.size)))
    } catch {
      // A file that cannot be read any more.
      if (turn === this.#turn) this.cancel()
    }
  }

  #end(how: 'done' | 'cancelled'): void {
    if (this.#state === 'over') return
    this.#state = 'over'
    this.#turn++
    this.#options.onOver(how)
  }
}
