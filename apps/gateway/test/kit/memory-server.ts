// A server that holds everything in memory and says what a test wants it to say.
import { randomUUID } from 'node:crypto'
import type { Connection, ConnectionAsked } from '@drawbridge/wire'
import {
  type ApplicationQuery,
  type ApplicationRow,
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
  type LoginAnswer,
  type NodeRow,
  type Person,
  type Server,
  type Task,
  Unreachable,
  type Way,
} from '../../src/server/server.ts'

export interface Account {
  readonly password: string
  readonly publicKey?: string
  readonly code?: string
}

export class MemoryServer implements Server {
  readonly people = new Map<string, Account>()
  readonly rows: (AssetRow & { favorite?: boolean })[] = []
  readonly waysTo = new Map<string, Way[]>()
  /** What a connection to an asset gets, beside what is the same for all. */
  readonly targets = new Map<string, Partial<Connection>>()
  readonly asked: ConnectionAsked[] = []
  readonly claims: Claim[] = []
  readonly chunks = new Map<string, Uint8Array[]>()
  readonly finished = new Map<string, Finish>()
  readonly said: CommandRecord[] = []
  readonly files: FileRecord[] = []
  readonly tasks: Task[] = []
  readonly done_: string[] = []
  away = false
  takesFiles = true
  settings_: Partial<GatewaySettings> = {}

  async settings(): Promise<GatewaySettings> {
    return {
      passwordAuth: true,
      publicKeyAuth: true,
      pageSize: 5,
      heartbeatSeconds: 3_600,
      title: 'Drawbridge',
      telnetSuccess: '',
      ...this.settings_,
    }
  }

  async login(claim: Claim): Promise<LoginAnswer> {
    this.#here()
    this.claims.push(claim)
    const account = this.people.get(claim.username)
    const person = { id: `id-of-${claim.username}`, username: claim.username, name: claim.username }
    const shown = claim.publicKey?.split(' ')[1]
    const right = claim.publicKey
      ? account?.publicKey?.split(' ')[1] === shown
      : account !== undefined && account.password === claim.password
    if (!account || !right) return { state: 'refused', message: 'wrong' }
    if (!account.code) return { state: 'in', person }
    return {
      state: 'code',
      answer: async (code) =>
        code === account.code ? { state: 'in', person } : { state: 'refused', message: 'wrong code' },
    }
  }

  readonly tickets = new Map<string, Guest>()

  async redeem(ticket: string): Promise<Guest> {
    const guest = this.tickets.get(ticket)
    this.tickets.delete(ticket)
    if (!guest) throw new Denied('not a ticket')
    return guest
  }

  async assets(_person: string, { search, named, favorites, node, limit, offset }: AssetQuery) {
    this.#here()
    const found = this.rows.filter(
      (row) =>
        (!favorites || row.favorite) &&
        (!node || this.tree.find(({ id }) => id === node)?.assets.includes(row.id)) &&
        (!named || row.hostname === named || row.ip === named) &&
        (!search || `${row.hostname} ${row.ip} ${row.comment}`.includes(search)),
    )
    return { count: found.length, rows: found.slice(offset, offset + limit) }
  }

  readonly tree: (NodeRow & { readonly assets: readonly string[] })[] = []

  async nodes(): Promise<readonly NodeRow[]> {
    this.#here()
    return this.tree
  }

  async recent(person: Person): Promise<readonly AssetRow[]> {
    const asked = this.asked.filter(({ user }) => user === person.id).map(({ asset }) => asset)
    return [...new Set(asked.reverse())].flatMap((id) => this.rows.find((row) => row.id === id) ?? [])
  }

  async ways(_person: string, asset: string): Promise<readonly Way[]> {
    return this.waysTo.get(asset) ?? []
  }

  readonly applications: ApplicationRow[] = []

  async databases(_person: string, { search, named, limit, offset }: ApplicationQuery) {
    this.#here()
    const found = this.applications.filter(
      ({ name }) => (!named || name === named) && (!search || name.includes(search)),
    )
    return { count: found.length, rows: found.slice(offset, offset + limit) }
  }

  async applicationWays(person: string, application: string): Promise<readonly Way[]> {
    return this.ways(person, application)
  }

  async connect(asked: ConnectionAsked): Promise<Connection> {
    this.#here()
    this.asked.push(asked)
    const asset = asked.asset ?? asked.application ?? ''
    const target = this.targets.get(asset)
    if (!target) throw new Denied('You are not granted this asset')
    return {
      id: randomUUID(),
      org_id: 'org',
      protocol: asked.protocol,
      user: `${asked.user}(person)`,
      asset,
      system_user: 'root',
      address: '127.0.0.1',
      port: 22,
      gateways: [],
      login: { mode: 'auto', username: 'nobody', password: '', private_key: '' },
      sftp_root: 'tmp',
      actions: ['connect', 'upload_file', 'download_file'],
      rules: [],
      idle_minutes: 30,
      ...target,
    }
  }

  async finish(session: string, end: Finish): Promise<void> {
    this.#here()
    this.finished.set(session, end)
  }

  async chunk(session: string, no: number, bytes: Uint8Array): Promise<ChunkAnswer> {
    this.#here()
    const kept = this.chunks.get(session) ?? []
    if (no > kept.length) return { state: 'expects', no: kept.length }
    if (no === kept.length) kept.push(bytes)
    this.chunks.set(session, kept)
    return { state: 'kept' }
  }

  async commands(batch: readonly CommandRecord[]): Promise<void> {
    this.#here()
    this.said.push(...batch)
  }

  async file(record: FileRecord): Promise<void> {
    this.#here()
    if (!this.takesFiles) throw new Unreachable('busy')
    this.files.push(record)
  }

  async heartbeat(): Promise<readonly Task[]> {
    this.#here()
    return this.tasks.splice(0)
  }

  async done(task: string): Promise<void> {
    this.done_.push(task)
  }

  #here(): void {
    if (this.away) throw new Unreachable('away')
  }
}
