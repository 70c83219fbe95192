// Keys of hosts as we met them first, each by the way it was reached: a jump host never vouches for what lies behind it.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export class KnownHosts {
  readonly #file: string
  readonly #keys: Map<string, string>

  constructor(file: string) {
    this.#file = file
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    this.#keys = new Map(existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8'))) : [])
  }

  /** Whether it has shown a key before. */
  knows(host: string, port: number, via: readonly string[]): boolean {
    return this.#keys.has(placeOf(host, port, via))
  }

  /** `via` names the hops before it. The first key that is seen is kept; another one later is not that host. */
  check(host: string, port: number, via: readonly string[], key: Buffer): boolean {
    const place = placeOf(host, port, via)
    const shown = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
    const kept = this.#keys.get(place)
    if (kept !== undefined) return kept === shown
    this.#keys.set(place, shown)
    writeFileSync(`${this.#file}.part`, JSON.stringify(Object.fromEntries(this.#keys), null, 1), { mode: 0o600 })
    renameSync(`${this.#file}.part`, this.#file)
    return true
  }
}

const placeOf = (host: string, port: number, via: readonly string[]): string => [...via, `${host}:${port}`].join(' > ')
