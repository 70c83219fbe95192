// The master keys, kept in a file outside the database so that a stolen dump opens nothing.

import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

export interface MasterKey {
  id: string
  key: KeyObject
  created: Date
}

export interface Keyring {
  readonly current: MasterKey
  readonly ids: string[]
  get(id: string): MasterKey | undefined
  /** Makes a new key and lets every later value be sealed under it. */
  add(): MasterKey
  drop(id: string): void
}

export class KeyringError extends Error {
  readonly code: 'malformed' | 'exposed' | 'in-use'

  constructor(code: KeyringError['code'], message: string) {
    super(message)
    this.name = 'KeyringError'
    this.code = code
  }
}

interface Means {
  random?: (bytes: number) => Buffer
  now?: () => Date
}

/** Opens the key file, making it on first use. Changing it from two processes at once is for the caller to prevent. */
export function openKeyring(file: string, { random = randomBytes, now = () => new Date() }: Means = {}): Keyring {
  const fresh = (): MasterKey => ({ id: random(4).toString('hex'), key: createSecretKey(random(32)), created: now() })

  let stamp = stampOf(file)
  if (!stamp) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    publish(file, [fresh()], { replace: false })
    stamp = stampOf(file)
  }
  let keys = read(file)

  // Server and workers share the file: one of them rotates, the others must not go on sealing under the old key.
  const look = () => {
    const seen = stampOf(file)
    if (seen && seen !== stamp) {
      keys = read(file)
      stamp = seen
    }
    return keys
  }
  const save = (next: MasterKey[]) => {
    publish(file, next, { replace: true })
    keys = next
    stamp = stampOf(file)
  }

  return {
    get current() {
      return look().at(-1)!
    },
    get ids() {
      return look().map((key) => key.id)
    },
    get: (id) => keys.find((key) => key.id === id) ?? look().find((key) => key.id === id),
    add() {
      const key = fresh()
      save([...look(), key])
      return key
    },
    drop(id) {
      if (look().at(-1)?.id === id) throw new KeyringError('in-use', `master key ${id} is the current one`)
      save(keys.filter((key) => key.id !== id))
    },
  }
}

const stampOf = (file: string) => {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true })
  return stat && `${stat.ino}:${stat.mtimeNs}:${stat.size}`
}

function read(file: string): MasterKey[] {
  if (statSync(file).mode & 0o077) {
    throw new KeyringError('exposed', `${file} is open to other users; set its mode to 0600`)
  }
  const keys = parse(readFileSync(file, 'utf8'))
  if (!keys) throw new KeyringError('malformed', `${file} is not a key file`)
  return keys
}

function parse(text: string): MasterKey[] | undefined {
  try {
    const { keys } = JSON.parse(text) as { keys: { id: string; key: string; created: string }[] }
    const parsed = keys.map(({ id, key, created }) => ({
      id,
      key: createSecretKey(Buffer.from(key, 'base64')),
      created: new Date(created),
    }))
    const sound = parsed.every(({ id, key }) => /^[0-9a-f]{8}$/.test(id) && key.symmetricKeySize === 32)
    const distinct = new Set(parsed.map(({ id }) => id)).size === parsed.length
    return parsed.length > 0 && sound && distinct ? parsed : undefined
  } catch {
    return undefined
  }
}

/** Durable before visible: a crash leaves the old file or the new one, never half of one. */
function publish(file: string, keys: MasterKey[], { replace }: { replace: boolean }) {
  const text = JSON.stringify(
    { keys: keys.map(({ id, key, created }) => ({ id, key: key.export().toString('base64'), created })) },
    null,
    2,
  )
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeDurably(draft, `${text}\n`)
  try {
    if (replace) renameSync(draft, file)
    else linkSync(draft, file)
  } catch (error) {
    // Another process made the first key a moment earlier; its key counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  syncFolder(dirname(file))
}

function writeDurably(file: string, text: string) {
  const handle = openSync(file, 'wx', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
