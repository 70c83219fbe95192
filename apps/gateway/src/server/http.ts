// The server over HTTP: every call signed with the key of this gateway, in the root organisation, because people come from all of them.
import type { Connection, ConnectionAsked } from '@drawbridge/wire'
import type { Address } from './registration.ts'
import {
  type ApplicationQuery,
  type ApplicationRow,
  type ApplicationWay,
  type AssetQuery,
  type AssetRow,
  type ChunkAnswer,
  type Claim,
  type CommandRecord,
  Denied,
  type FileRecord,
  type Finish,
  type GatewaySettings,
  type Guest,
  type Lang,
  type Load,
  type LoginAnswer,
  type NodeRow,
  type Person,
  type Server,
  type Task,
  Unreachable,
  type Way,
} from './server.ts'
import { type AccessKey, signed } from './sign.ts'

const ROOT_ORG = '00000000-0000-0000-0000-000000000000'
const PATIENCE_MS = 30_000
const PAGE = { auto: 20, all: 1_000 } as const
/** How far "lately" reaches. */
const LATELY = { sessions: 100, assets: 15 } as const

interface Reply {
  readonly status: number
  readonly body: any
  readonly cookie: string
}

interface Asking {
  readonly body?: unknown
  readonly bytes?: Uint8Array
  /** Of the bytes. */
  readonly hash?: string
  readonly headers?: Record<string, string>
  readonly lang?: Lang
}

export class HttpServer implements Server {
  readonly #url: string
  readonly #key: AccessKey

  /** Until the server has been told. */
  #address: Address | undefined

  /** `address`: where servers of other machines reach this gateway; told once, because it may have been another before. */
  constructor(url: string, key: AccessKey, address?: Address) {
    this.#address = address
    this.#url = url.replace(/\/+$/, '')
    this.#key = key
  }

  async settings(): Promise<GatewaySettings> {
    const { body } = await this.#must('GET', 'terminal/terminals/config/')
    const size = body.TERMINAL_ASSET_LIST_PAGE_SIZE
    return {
      passwordAuth: body.TERMINAL_PASSWORD_AUTH !== false,
      publicKeyAuth: body.TERMINAL_PUBLIC_KEY_AUTH !== false,
      pageSize: Number(size) || PAGE[size as keyof typeof PAGE] || PAGE.auto,
      heartbeatSeconds: Number(body.TERMINAL_HEARTBEAT_INTERVAL) || 20,
      title: String(body.TERMINAL_HEADER_TITLE || 'Drawbridge'),
      telnetSuccess: String(body.TERMINAL_TELNET_REGEX || ''),
      ...(body.TERMINAL_HOST_KEY ? { hostKey: String(body.TERMINAL_HOST_KEY) } : {}),
    }
  }

  login({ username, password, publicKey, address }: Claim): Promise<LoginAnswer> {
    const proof = publicKey ? { public_key: publicKey } : { password }
    return this.#claim({ username, ...proof, remote_addr: address }, '')
  }

  async redeem(ticket: string): Promise<Guest> {
    const { status, body } = await this.#call('POST', 'terminal/tickets/redeem/', { body: { ticket } })
    if (status !== 200) throw new Denied(wordsOf(body))
    const { id, username, name, address, lang, watches } = body
    const guest: Guest = { person: { id, username, name }, address, lang: lang === 'en' ? 'en' : 'zh' }
    return watches ? { ...guest, watches: { session: watches.session, shared: watches.shared === true } } : guest
  }

  async assets(person: string, query: AssetQuery): Promise<{ count: number; rows: readonly AssetRow[] }> {
    const { search, named, favorites, node, limit, offset } = query
    const below = favorites ? 'nodes/favorite/assets/' : node ? `nodes/${node}/assets/` : 'assets/'
    const ask = async (filter: Record<string, string>) => {
      const params = new URLSearchParams({ limit: String(limit), offset: String(offset), ...filter })
      const { body } = await this.#must('GET', `perms/users/${person}/${below}?${params}`)
      return { count: Number(body.count), rows: body.results as AssetRow[] }
    }
    if (!named) return ask(search ? { search } : {})
    const found = await ask({ hostname: named })
    return found.count > 0 ? found : ask({ ip: named })
  }

  async nodes(person: string): Promise<readonly NodeRow[]> {
    const { body } = await this.#must('GET', `perms/users/${person}/nodes/`)
    return (body as { id: string; name: string; key: string; assets_amount: number }[])
      .filter(({ key }) => /^\d+(:\d+)*$/.test(key))
      .map(({ id, name, key, assets_amount }) => ({ id, name, depth: key.split(':').length - 1, assets_amount }))
  }

  async recent({ id, name, username }: Person): Promise<readonly AssetRow[]> {
    const asked = new URLSearchParams({ user: `${name}(${username})`, limit: String(LATELY.sessions) })
    const { body } = await this.#must('GET', `terminal/sessions/?${asked}`)
    const sessions = (body.results as { user_id: string; asset_id: string }[]).filter(({ user_id }) => user_id === id)
    const ids = [...new Set(sessions.map(({ asset_id }) => asset_id))].slice(0, LATELY.assets)
    if (ids.length === 0) return []
    const params = new URLSearchParams({ ids: ids.join(','), limit: String(ids.length) })
    const { body: granted } = await this.#must('GET', `perms/users/${id}/assets/?${params}`)
    const rows = granted.results as AssetRow[]
    return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  }

  async ways(person: string, asset: string): Promise<readonly Way[]> {
    const { status, body } = await this.#call('GET', `perms/users/${person}/assets/${asset}/system-users/`)
    if (status === 404) return []
    return good({ status, body }) as readonly Way[]
  }

  async databases(
    person: string,
    { search, named, limit, offset }: ApplicationQuery,
  ): Promise<{ count: number; rows: readonly ApplicationRow[] }> {
    const filter = { category: 'db', ...(named ? { name: named } : {}), ...(search ? { search } : {}) }
    const params = new URLSearchParams({ limit: String(limit), offset: String(offset), ...filter })
    const { body } = await this.#must('GET', `perms/users/${person}/applications/?${params}`)
    return { count: Number(body.count), rows: body.results as ApplicationRow[] }
  }

  async applicationWays(person: string, application: string): Promise<readonly ApplicationWay[]> {
    const { status, body } = await this.#call('GET', `perms/users/${person}/applications/${application}/system-users/`)
    if (status === 404) return []
    return good({ status, body }) as readonly ApplicationWay[]
  }

  async connect(asked: ConnectionAsked, lang: Lang): Promise<Connection> {
    const { status, body } = await this.#call('POST', 'terminal/connections/', { body: asked, lang })
    if (status === 403 || status === 400 || status === 404) throw new Denied(wordsOf(body))
    return good({ status, body }) as Connection
  }

  async finish(session: string, { succeeded, recorded, saying, at }: Finish): Promise<void> {
    const body = {
      is_finished: true,
      is_success: succeeded,
      has_replay: recorded,
      end_reason: saying,
      date_end: at.toISOString(),
    }
    const { status, body: answer } = await this.#call('PATCH', `terminal/sessions/${session}/`, { body })
    // Whoever deleted it has no use for its end.
    if (status !== 404) good({ status, body: answer })
  }

  async chunk(session: string, no: number, bytes: Uint8Array, hash: string): Promise<ChunkAnswer> {
    const { status, body } = await this.#call('PUT', `terminal/sessions/${session}/chunks/${no}/`, {
      bytes,
      hash,
      headers: { 'content-type': 'application/octet-stream', 'x-content-sha256': hash },
    })
    if (status === 200 || status === 201) return { state: 'kept' }
    if (status === 409 && body?.code === 'chunk_gap') return { state: 'expects', no: Number(body.next) }
    if (status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 429)
      return { state: 'refused', message: wordsOf(body) }
    throw new Unreachable(`${status} ${wordsOf(body)}`)
  }

  async commands(batch: readonly CommandRecord[]): Promise<void> {
    const reply = await this.#call('POST', 'terminal/commands/', { body: batch })
    // A batch that is not valid is refused under the number of a caller who is not known, but with words of its own.
    if ((reply.status === 401 || reply.status === 400) && typeof (reply.body as any)?.msg === 'string')
      throw new Denied(wordsOf(reply.body))
    good(reply)
    const risky = batch.filter(({ risk_level }) => risk_level >= 5)
    if (risky.length === 0) return
    const alarms = risky.map(({ input, asset, user, risk_level, session }) => ({
      input,
      asset,
      user,
      risk_level,
      session,
    }))
    // The commands are kept; an alarm that cannot be sent must not bring them a second time.
    await this.#call('POST', 'terminal/commands/insecure-command/', { body: alarms }).catch(() => undefined)
  }

  async file({ at, ...record }: FileRecord): Promise<void> {
    // By its age: our clock need not be that of the server.
    const body = { ...record, held_ms: Math.max(0, Date.now() - at) }
    const reply = await this.#call('POST', 'audits/ftp-logs/', { body })
    if (reply.status === 400) throw new Denied(wordsOf(reply.body))
    good(reply)
  }

  async heartbeat(sessions: readonly string[], load: Load): Promise<readonly Task[]> {
    await this.#must('POST', 'terminal/components/state/', { body: load })
    const address = this.#address
    const place = address ? { remote_addr: address.host, http_port: address.port } : {}
    const { body } = await this.#must('POST', 'terminal/terminals/status/', { body: { sessions, ...place } })
    this.#address = undefined
    return (body as { id: string; name: string; args: string; reason_words?: Task['reason'] }[]).map(
      ({ id, name, args, reason_words }) => ({ id, name, args, ...(reason_words ? { reason: reason_words } : {}) }),
    )
  }

  async done(task: string): Promise<void> {
    await this.#must('PATCH', `terminal/tasks/${task}/`, { body: { is_finished: true } })
  }

  /** A claim, and what is missing to it. The visit that the server opened for the person is carried beside our signature. */
  async #claim(claim: Record<string, unknown>, cookie: string): Promise<LoginAnswer> {
    const headers = { 'x-jms-login-type': 'T', ...(cookie ? { cookie } : {}) }
    const reply = await this.#call('POST', 'authentication/auth/', { body: claim, headers })
    const { status, body } = reply
    if (status === 201) {
      const { id, username, name } = body.user
      return { state: 'in', person: { id, username, name } }
    }
    if (status === 200 && body?.error === 'mfa_required')
      return { state: 'code', answer: (code) => this.#answer(code, claim, reply.cookie || cookie) }
    if (status >= 500) throw new Unreachable(`${status} ${wordsOf(body)}`)
    return { state: 'refused', message: wordsOf(body) }
  }

  async #answer(code: string, claim: Record<string, unknown>, cookie: string): Promise<LoginAnswer> {
    const { username, remote_addr } = claim
    const headers = { 'x-jms-login-type': 'T', cookie }
    const reply = await this.#call('POST', 'authentication/mfa/challenge/', { body: { code, remote_addr }, headers })
    const { status, body } = reply
    if (status >= 500) throw new Unreachable(`${status} ${wordsOf(body)}`)
    if (status !== 200) return { state: 'refused', message: wordsOf(body) }
    return this.#claim({ username, remote_addr }, reply.cookie || cookie)
  }

  async #must(method: string, path: string, asking: Asking = {}): Promise<Reply> {
    const reply = await this.#call(method, path, asking)
    good(reply)
    return reply
  }

  async #call(method: string, path: string, { body, bytes, hash, headers = {}, lang }: Asking = {}): Promise<Reply> {
    const target = `/api/v1/${path}`
    const content = bytes ?? (body === undefined ? undefined : JSON.stringify(body))
    const base = new URL(this.#url)
    const whole = `${base.pathname.replace(/\/$/, '')}${target}`
    try {
      const response = await fetch(`${base.origin}${whole}`, {
        method,
        headers: {
          'x-jms-org': ROOT_ORG,
          'accept-language': lang ?? 'en',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
          ...signed(this.#key, { method, target: whole, body: content, hash, now: new Date() }),
        },
        ...(content === undefined ? {} : { body: content as RequestInit['body'] }),
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const text = await response.text()
      const cookie = response.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ')
      return { status: response.status, body: parsed(text), cookie }
    } catch (error) {
      throw new Unreachable(`${method} ${target}: ${causeOf(error)}`)
    }
  }
}

const parsed = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const good = ({ status, body }: Pick<Reply, 'status' | 'body'>): unknown => {
  if (status >= 200 && status < 300) return body
  throw new Unreachable(`the server answered ${status}: ${wordsOf(body)}`)
}

/** What an error body says, whatever its shape. */
const wordsOf = (body: any): string => {
  if (typeof body !== 'object' || body === null) return ''
  const said = body.detail ?? body.msg ?? body.error ?? Object.values(body).flat()[0]
  return typeof said === 'string' ? said : ''
}

const causeOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message} (${cause.message})` : message
}
