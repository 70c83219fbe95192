// Recordings on their way to the server: on disk first, so that neither a dead gateway nor an absent server loses what was seen.
// DATA_DIR/gateway/spool/<session>/: about.json, 000000.chunk …, 000007.open (events of the chunk that is not closed yet), ended.json.
import { createHash, webcrypto } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Chunk, readEvents, readHead, writeChunk } from '@drawbridge/terminal'

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Beside the sessions, not between their keys. */
export const sha256Beside = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')

export interface About {
  readonly session: string
  /** Milliseconds since 1970. */
  readonly began: number
  readonly columns: number
  readonly rows: number
}

export interface Ended {
  readonly reason: string
  /** The reason, for those who look at the session later. */
  readonly saying: string
  readonly succeeded: boolean
  /** Milliseconds since 1970. */
  readonly at: number
  /** The disk did not take all of it. */
  readonly cut?: boolean
}

const SESSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const named = (no: number, kind: 'chunk' | 'open') => `${String(no).padStart(6, '0')}.${kind}`

export class Spool {
  readonly #root: string
  /** Of sessions whose end the disk does not take. */
  readonly #ended = new Map<string, Ended>()

  constructor(root: string) {
    this.#root = root
    mkdirSync(root, { recursive: true, mode: 0o700 })
  }

  /** Sessions that have something here. */
  sessions(): string[] {
    return readdirSync(this.#root).filter((name) => SESSION.test(name))
  }

  begin(about: About): SpoolWriter {
    const folder = this.#folder(about.session)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeWhole(join(folder, 'about.json'), JSON.stringify(about))
    return new SpoolWriter(folder)
  }

  /** How many chunks are closed. */
  closed(session: string): number {
    return readdirSync(this.#folder(session)).filter((name) => name.endsWith('.chunk')).length
  }

  /** Read and hashed beside the sessions, not between their keys. */
  async chunk(session: string, no: number): Promise<{ bytes: Uint8Array; hash: string }> {
    const bytes = await readFile(this.#chunkFile(session, no))
    return { bytes, hash: await sha256Beside(bytes) }
  }

  ended(session: string): Ended | undefined {
    const file = join(this.#folder(session), 'ended.json')
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Ended) : this.#ended.get(session)
  }

  end(session: string, ended: Ended): void {
    this.#ended.set(session, ended)
    writeWhole(join(this.#folder(session), 'ended.json'), JSON.stringify(ended))
    this.#ended.delete(session)
  }

  /** What reached the disk and is in no chunk yet, as the chunk that a full disk has no room for. */
  rest(session: string): Chunk | undefined {
    const no = this.closed(session)
    const left = join(this.#folder(session), named(no, 'open'))
    if (!existsSync(left)) return undefined
    const before = no > 0 ? readFileSync(this.#chunkFile(session, no - 1)) : undefined
    const events = readEvents(Buffer.concat([Buffer.from('\n'), readFileSync(left)]))
    return events.length > 0 ? writeChunk(session, no, events, before ? sha256(before) : '', sha256) : undefined
  }

  /** Closes what a gateway that died left open; the recording then ends with the last event that reached the disk. */
  recover(session: string, now: number): void {
    const folder = this.#folder(session)
    if (!existsSync(join(folder, 'about.json'))) {
      this.drop(session)
      return
    }
    const about = JSON.parse(readFileSync(join(folder, 'about.json'), 'utf8')) as About
    const no = this.closed(session)
    const rest = this.rest(session)
    if (rest) writeWhole(this.#chunkFile(session, no), rest.bytes)
    const last = rest?.head.to ?? (no > 0 ? readHead(readFileSync(this.#chunkFile(session, no - 1))).to : 0)
    for (const name of readdirSync(folder)) if (name.endsWith('.open')) rmSync(join(folder, name))
    if (!this.ended(session))
      this.end(session, {
        reason: 'gateway restarted',
        saying: '网关意外停止 / The gateway stopped unexpectedly',
        succeeded: true,
        at: Math.min(now, about.began + last),
      })
  }

  drop(session: string): void {
    this.#ended.delete(session)
    rmSync(this.#folder(session), { recursive: true, force: true })
  }

  #chunkFile(session: string, no: number): string {
    return join(this.#folder(session), named(no, 'chunk'))
  }

  #folder(session: string): string {
    // Ids come from the server; a path never follows from a text that is no id.
    if (!SESSION.test(session)) throw new Error('not an id of a session')
    return join(this.#root, session)
  }
}

/** What may wait in memory for a slow disk: some chunks. */
const MOST_BEHIND = 2 * 1024 * 1024

/** Appends events as they happen and keeps closed chunks. Failures are told, because a session that is not recorded must not go on. */
export class SpoolWriter {
  readonly #folder: string
  /** Number of the chunk that is being filled, and the lines of it that wait for the disk. */
  #filling = 0
  #waiting: Uint8Array[] | undefined
  #file: FileHandle | undefined
  #work: Promise<void> = Promise.resolve()
  #failed: Error | undefined
  /** Bytes that wait for the disk, and those who wait for it too. */
  #behind = 0
  #patient: (() => void)[] = []
  onFailure: (error: Error) => void = () => undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  add(line: Uint8Array): void {
    this.#behind += line.length
    // Whatever comes while the disk is busy goes with the next write.
    if (this.#waiting) {
      this.#waiting.push(line)
      return
    }
    const lines = [line]
    const no = this.#filling
    this.#waiting = lines
    this.#then(async () => {
      if (this.#waiting === lines) this.#waiting = undefined
      if (lines.length === 0) return
      const bytes = lines.length === 1 ? line : Buffer.concat(lines)
      this.#file ??= await open(join(this.#folder, named(no, 'open')), 'a', 0o600)
      await this.#file.appendFile(bytes)
      this.#written(bytes.length)
    })
  }

  close(chunk: Chunk): void {
    // The chunk that follows holds them.
    for (const line of this.#waiting?.splice(0) ?? []) this.#behind -= line.length
    this.#waiting = undefined
    this.#behind += chunk.bytes.length
    this.#filling = chunk.head.no + 1
    this.#then(async () => {
      await this.#file?.close()
      this.#file = undefined
      const file = join(this.#folder, named(chunk.head.no, 'chunk'))
      await writeFile(`${file}.part`, chunk.bytes, { mode: 0o600 })
      await rename(`${file}.part`, file)
      await rm(join(this.#folder, named(chunk.head.no, 'open')), { force: true })
      this.#written(chunk.bytes.length)
    })
  }

  /** Whoever makes more had better wait. */
  get isBehind(): boolean {
    return this.#behind > MOST_BEHIND && !this.#failed
  }

  async caughtUp(): Promise<void> {
    while (this.isBehind) await new Promise<void>((done) => this.#patient.push(done))
  }

  /** Everything told so far is on disk. */
  async settled(): Promise<void> {
    await this.#work
    if (this.#failed) throw this.#failed
  }

  #then(step: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (this.#failed) return
      try {
        await step()
      } catch (error) {
        this.#failed = error as Error
        void this.#file?.close().catch(() => undefined)
        this.onFailure(this.#failed)
        this.#written(0)
      }
    })
  }

  #written(bytes: number): void {
    this.#behind -= bytes
    if (!this.isBehind) for (const go of this.#patient.splice(0)) go()
  }
}

/** There whole, or not at all. */
const writeWhole = (file: string, content: string | Uint8Array): void => {
  writeFileSync(`${file}.part`, content, { mode: 0o600 })
  renameSync(`${file}.part`, file)
}
