// How a gateway becomes known to the server: once, with the bootstrap token; the key it gets then is kept here and nowhere else.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { Unreachable } from './server.ts'
import { type AccessKey, signed } from './sign.ts'

export interface RegistrationOptions {
  readonly url: string
  readonly dataDir: string
  readonly bootstrapToken: string | undefined
  /** Where servers of other machines reach it. */
  readonly address?: Address
}

export interface Address {
  readonly host: string
  readonly port: number
}

export class NotKnown extends Error {}

/** The key of this gateway: the one it has, if the server still takes it, or a new one. */
export const accessKey = async ({ url, dataDir, bootstrapToken, address }: RegistrationOptions): Promise<AccessKey> => {
  const file = join(dataDir, 'access-key.json')
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as AccessKey) : undefined
  if (kept && (await isTaken(url, kept))) return kept
  if (!bootstrapToken)
    throw new NotKnown('The server does not know this gateway: set BOOTSTRAP_TOKEN to that of the server.')
  const key = await register(url, bootstrapToken, address)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.part`, JSON.stringify(key), { mode: 0o600 })
  renameSync(`${file}.part`, file)
  return key
}

const isTaken = async (url: string, key: AccessKey): Promise<boolean> => {
  const target = '/api/v1/terminal/terminals/config/'
  const { status } = await ask(url, target, { headers: signed(key, { method: 'GET', target, now: new Date() }) })
  if (status >= 500) throw new Unreachable(`the server answered ${status}`)
  return status === 200
}

const register = async (url: string, token: string, address: RegistrationOptions['address']): Promise<AccessKey> => {
  const place = address ? { remote_addr: address.host, http_port: address.port } : {}
  // A name that is taken belongs to a gateway before us, whose key is lost.
  for (const name of [`[KoKo]-${hostname()}`, `[KoKo]-${hostname()}-${randomBytes(3).toString('hex')}`]) {
    const { status, body } = await ask(url, '/api/v1/terminal/terminal-registrations/', {
      method: 'POST',
      headers: { authorization: `BootstrapToken ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: name.slice(0, 128), type: 'koko', comment: 'Drawbridge gateway', ...place }),
    })
    if (status === 201) {
      const { id, secret } = body.service_account.access_key
      return { id, secret }
    }
    if (status >= 500) throw new Unreachable(`the server answered ${status}`)
    if (status !== 400 || !body?.name)
      throw new NotKnown(`The server does not register this gateway: ${JSON.stringify(body)}`)
  }
  throw new NotKnown('The server does not register this gateway: its name is taken.')
}

const ask = async (url: string, path: string, init: RequestInit): Promise<{ status: number; body: any }> => {
  try {
    const response = await fetch(new URL(path, url), {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    })
    return { status: response.status, body: await response.json().catch(() => undefined) }
  } catch (error) {
    throw new Unreachable((error as Error).message)
  }
}
