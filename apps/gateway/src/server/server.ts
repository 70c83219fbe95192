// What a gateway asks of the server and tells it. The gateway holds nothing else: no database, no vault.
import type { Connection, ConnectionAsked } from '@drawbridge/wire'

export type Lang = 'zh' | 'en'

export interface Person {
  readonly id: string
  readonly username: string
  readonly name: string
}

/** A name and what proves it. A key is only named here after its owner has proved to hold it. */
export interface Claim {
  readonly username: string
  readonly password?: string
  readonly publicKey?: string
  readonly address: string
}

export type LoginAnswer =
  | { readonly state: 'in'; readonly person: Person }
  | { readonly state: 'code'; answer(code: string): Promise<LoginAnswer> }
  | { readonly state: 'refused'; readonly message: string }

export interface AssetRow {
  readonly id: string
  readonly hostname: string
  readonly ip: string
  readonly protocols: readonly string[]
  readonly comment: string
  readonly org_name: string
  readonly is_active: boolean
}

/** As whom somebody may go to an asset. */
export interface Way {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly protocol: string
  readonly priority: number
  readonly login_mode: 'auto' | 'manual'
  readonly actions: readonly string[]
}

/** An application that somebody may use. */
export interface ApplicationRow {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly comment: string
  readonly org_name: string
}

/** As whom somebody may go to an application. */
export type ApplicationWay = Omit<Way, 'actions'>

export interface ApplicationQuery {
  readonly search?: string
  /** Exactly this name. */
  readonly named?: string
  readonly limit: number
  readonly offset: number
}

export interface AssetQuery {
  readonly search?: string
  /** Exactly this name or address. */
  readonly named?: string
  readonly favorites?: boolean
  /** Only of this node and those below it. */
  readonly node?: string
  readonly limit: number
  readonly offset: number
}

/** A node of the tree as somebody meets it. */
export interface NodeRow {
  readonly id: string
  readonly name: string
  /** How deep it lies; 0 at the top. */
  readonly depth: number
  readonly assets_amount: number
}

export interface CommandRecord {
  /** Made here, so that a batch that is sent again is not kept twice. */
  readonly id: string
  readonly session: string
  readonly org_id: string
  readonly user: string
  readonly asset: string
  readonly system_user: string
  readonly input: string
  readonly output: string
  readonly risk_level: 0 | 5
  /** Seconds since 1970. */
  readonly timestamp: number
  /** Milliseconds into the recording. */
  readonly moment: number
}

export interface FileRecord {
  /** Made here, so that one that is sent again is not kept twice. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly org_id: string
  readonly user: string
  readonly asset: string
  readonly system_user: string
  readonly remote_addr: string
  readonly operate: 'Delete' | 'Upload' | 'Download' | 'Rmdir' | 'Rename' | 'Mkdir' | 'Symlink'
  readonly filename: string
  readonly is_success: boolean
}

export interface Task {
  readonly id: string
  readonly name: string
  /** The session it is about. */
  readonly args: string
  /** For the person. */
  readonly reason?: Readonly<Record<Lang, string>>
}

export interface GatewaySettings {
  readonly passwordAuth: boolean
  readonly publicKeyAuth: boolean
  readonly pageSize: number
  readonly heartbeatSeconds: number
  readonly title: string
  /** What a telnet target says after a good login, as a regular expression; empty when nobody has said. */
  readonly telnetSuccess: string
  /** A private key, when all gateways shall show the same one. */
  readonly hostKey?: string
}

export interface Load {
  readonly system_cpu_load_1: number
  readonly system_memory_used_percent: number
  readonly system_disk_used_percent: number
  readonly session_active_count: number
}

export type ChunkAnswer =
  | { readonly state: 'kept' }
  /** There is a gap, or it has it already: go on with this number. */
  | { readonly state: 'expects'; readonly no: number }
  /** Nobody will ever take it: the session is unknown. */
  | { readonly state: 'refused'; readonly message: string }

export interface Finish {
  readonly succeeded: boolean
  /** There are chunks of it, and all that there ever will be: without it the recording is one that was cut. */
  readonly recorded: boolean
  readonly reason: string
  /** The same, for those who read it. */
  readonly saying: string
  readonly at: Date
}

/** Somebody who comes with a browser: who they are, where they sit, and what they read. */
export interface Guest {
  readonly person: Person
  readonly address: string
  readonly lang: Lang
  /** Set where the ticket is for looking on, and for nothing else. */
  readonly watches?: Watching
}

export interface Watching {
  readonly session: string
  /** By a link that the person in the session gave away. */
  readonly shared: boolean
}

export interface Server {
  settings(): Promise<GatewaySettings>
  login(claim: Claim): Promise<LoginAnswer>
  /** Who a ticket of the server is for, once; throws `Denied` when it is good for nobody. */
  redeem(ticket: string): Promise<Guest>
  assets(person: string, query: AssetQuery): Promise<{ count: number; rows: readonly AssetRow[] }>
  /** The tree in its order, each node after the one it lies in. */
  nodes(person: string): Promise<readonly NodeRow[]>
  /** Assets they were on lately and may still go to, the last one first. */
  recent(person: Person): Promise<readonly AssetRow[]>
  ways(person: string, asset: string): Promise<readonly Way[]>
  /** Those that are databases. */
  databases(person: string, query: ApplicationQuery): Promise<{ count: number; rows: readonly ApplicationRow[] }>
  applicationWays(person: string, application: string): Promise<readonly ApplicationWay[]>
  /** Throws `Denied` with the reason for the person. */
  connect(asked: ConnectionAsked, lang: Lang): Promise<Connection>
  finish(session: string, end: Finish): Promise<void>
  chunk(session: string, no: number, bytes: Uint8Array, hash: string): Promise<ChunkAnswer>
  commands(batch: readonly CommandRecord[]): Promise<void>
  file(record: FileRecord): Promise<void>
  heartbeat(sessions: readonly string[], load: Load): Promise<readonly Task[]>
  done(task: string): Promise<void>
}

/** Said by the server, worded for the person. */
export class Denied extends Error {}

/** The server cannot be reached, or is not well: to be tried again. */
export class Unreachable extends Error {}
