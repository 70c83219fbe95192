// The part of a target's files that a session may touch. Paths are judged after links are followed: a link never leads out of it.
import { posix } from 'node:path'
import type { TargetFiles } from './target-files.ts'

type Real = Pick<TargetFiles, 'realpath'>

export class OutsideRoot extends Error {}

export class FileRoot {
  readonly #files: Real
  readonly root: string

  private constructor(files: Real, root: string) {
    this.#files = files
    this.root = root
  }

  /** `tmp` and `home` are words of the contract, anything else is a path. */
  static async open(files: Real, named: string): Promise<FileRoot> {
    const wanted = named === '' || named === 'tmp' ? '/tmp' : named === 'home' || named === '~' ? '.' : named
    const path = wanted === '.' || wanted.startsWith('/') ? wanted : `/${wanted}`
    return new FileRoot(files, await files.realpath(path))
  }

  /** As the person names it: relative to the root. */
  absolute(path: string): string {
    const text = path.replaceAll('\u0000', '')
    return posix.normalize(text.startsWith('/') ? text : posix.join(this.root, text))
  }

  /** Something that is there, with its links followed. */
  async inside(path: string): Promise<string> {
    const real = await this.#files.realpath(this.absolute(path))
    if (!this.#holds(real)) throw new OutsideRoot(path)
    return real
  }

  /** A name that may not exist yet, or is a link meant itself: its folder is what counts. */
  async entry(path: string): Promise<string> {
    const whole = this.absolute(path)
    if (whole === this.root) return this.root
    const folder = await this.#files.realpath(posix.dirname(whole))
    const entry = posix.join(folder, posix.basename(whole))
    if (!this.#holds(folder)) throw new OutsideRoot(path)
    return entry
  }

  #holds(real: string): boolean {
    return this.root === '/' || real === this.root || real.startsWith(`${this.root}/`)
  }
}
