// The files that a page is sending: known by their keys for as long as the session lives, by numbers for as long as a try lasts.
import { UPLOAD } from '@drawbridge/wire'
import { type Arrival, ArrivingFile, Incomplete } from '../session/arriving-file.ts'
import type { GuardedFiles } from '../session/guarded-files.ts'
import { Fault } from './file-faults.ts'

const MOST = 16

export class Arrivals {
  readonly #files: GuardedFiles
  readonly #byKey = new Map<string, ArrivingFile>()
  readonly #byNumber = new Map<number, ArrivingFile>()
  #count = 0

  constructor(files: GuardedFiles) {
    this.#files = files
  }

  /** Anew, or from where it was left. */
  async begin(arrival: Arrival): Promise<{ upload: number; offset: number }> {
    const known = this.#byKey.get(arrival.key)
    if (known && (known.path !== arrival.path || known.size !== arrival.size)) throw new Incomplete()
    if (!known && this.#byKey.size >= MOST) throw new Fault('many')
    if (known) for (const [number, one] of this.#byNumber) if (one === known) this.#byNumber.delete(number)
    const file = known ?? (await ArrivingFile.begin(this.#files, arrival))
    const offset = await file.rewind()
    const upload = ++this.#count
    this.#byKey.set(arrival.key, file)
    this.#byNumber.set(upload, file)
    return { upload, offset }
  }

  /** Gives how far it is; undefined for a piece that nobody waits for. */
  async piece(frame: Buffer): Promise<{ upload: number; offset: number } | undefined> {
    const upload = frame.readUInt32BE(0)
    const file = this.#byNumber.get(upload)
    if (!file) return undefined
    try {
      await file.piece(Number(frame.readBigUInt64BE(4)), frame.subarray(UPLOAD.headBytes))
      return { upload, offset: file.stored }
    } catch (error) {
      // Told once; what comes after it is for nobody.
      if (!this.#byNumber.delete(upload)) return undefined
      throw Object.assign(error as Error, { upload })
    }
  }

  get(upload: number): ArrivingFile {
    const file = this.#byNumber.get(upload)
    if (!file) throw new Incomplete()
    return file
  }

  forget(upload: number): void {
    const file = this.#byNumber.get(upload)
    this.#byNumber.delete(upload)
    if (file) this.#byKey.delete(file.key)
  }

  /** The person leaves for good: nothing half is left. */
  async abandon(): Promise<void> {
    await Promise.allSettled([...this.#byKey.values()].map((file) => file.abandon()))
  }
}
