// What every table holds, for the query builder. Tables of resources follow from their declarations; the rest is written here.
import type { ResourceTables } from '@drawbridge/model'
import type { Label } from '@drawbridge/resource'
import type { ColumnType, Generated } from 'kysely'

/** Goes in as text, comes out as it is. */
type Json<V> = ColumnType<V, string | Extract<V, null>, string | Extract<V, null>>

export interface Tables extends ResourceTables {
  /** A browser's visit, logged in or on its way there. Only the hash of its cookie is kept. */
  sessions: {
    id: string
    user: string | null
    /** Ends with the user's `login_epoch`. */
    epoch: number
    csrf: string
    data: VisitData
    remember: boolean
    address: string | null
    user_agent: string
    date_created: Date
    date_seen: Date
    date_expired: Date
  }
  bearer_tokens: {
    id: string
    user: string
    epoch: number
    address: string | null
    date_created: Date
    date_expired: Date
  }
  /** One-time rights that travel by mail: setting a new password. */
  reset_tokens: { id: string; user: string; date_expired: Date; tries: number }
  /** Signatures already used, until their date is too old anyway. */
  used_signatures: { id: string; address?: string | null; date_expired: Date }
  login_failures: { key: string; count: number; date_expired: Date }
  password_history: { id: Generated<number>; user: string; hash: string; date_created: Date }
  id_sets: { id: string; user: string; org_id: string; ids: string[]; date_expired: Date }
  settings: { name: string; value: unknown; sealed: string | null; date_updated: Date }
  /** Facts of this installation: its id, its licence. */
  installation: { name: string; value: string }
  /** Changes of row counts, summed when a count is asked: exact, and no writer waits for another. */
  tallies: { id: Generated<number>; relation: string; org_id: string; n: number }
  /** Changes of the number of assets on or below a node. */
  assets_node_tallies: { id: Generated<number>; node: string; n: number }
  /** Names of nodes to search in, which a move of nodes does not touch. */
  assets_node_names: { node: string; org_id: string; value: string }
  /** Whether an account of an asset could be reached when last tried: 0 no, 1 yes, 2 unknown. */
  assets_connectivity: { asset: string; username: string; status: number; datetime: Date }
  /** Work that somebody started and that goes on without them. */
  ops_jobs: {
    id: string
    org_id: string
    user: string | null
    kind: string
    /** What the work is about, for whoever does it. */
    subject: Json<unknown>
    name: Json<Label>
    /** The order in words: what is to be done to how many of what. */
    asked: Json<Label>
    /** In words, where it was done at once. */
    result: Json<Label | null>
    state: JobState
    log: string
    date_created: Date
    date_finished: Date | null
  }
  /** What is known of a recording; its bytes lie below `folder` of the replay storage. */
  terminal_recordings: { session: string; folder: string; columns: number; rows: number }
  terminal_chunks: { session: string; no: number; hash: string; bytes: number; from_ms: number; to_ms: number }
  /** Recordings that are in another storage than the server's own, or on their way there. */
  terminal_replay_places: {
    session: string
    storage: string
    /** With the server; verified there; verified there and here no more. */
    state: ColumnType<'waiting' | 'carried' | 'settled', 'waiting' | undefined, 'carried' | 'settled'>
    /** Files that are there and were read back. */
    done: Generated<number>
    tries: Generated<number>
    date_next: Date
  }
  /** Commands that an index has not taken yet; they are nowhere else. */
  terminal_commands_waiting: ResourceTables['terminal_commands'] & { storage: string; date_next: Date }
  /** How many commands of a session an index has taken. */
  terminal_command_places: { session: string; storage: string; amount: number }
  /** Links to look on at a session. Only the hash of the secret in the link is kept. */
  terminal_shares: {
    id: string
    session: string
    user: string
    /** The only one it is for; anybody of the organisation otherwise. */
    for_user: string | null
    secret_hash: string
    /** The login it was given away from: it ends with it. */
    visit: string | null
    epoch: number
    date_created: Date
    /** Nothing: as long as the session runs. */
    date_expired: Date | null
    date_ended: Date | null
  }
  /** Rows of audit logs that are not yet part of the chain. */
  audit_pending: { id: Generated<number>; log: string; row_id: string; date_added: Generated<Date> }
  audit_links: {
    no: number
    log: string
    row_id: string
    form: number
    digest: Buffer
    date_linked: Date
    hash: Buffer
  }
}

export type JobState = 'waiting' | 'running' | 'succeeded' | 'failed'

export interface VisitData {
  /** First step of a login done: who it is, until the second step is done too. */
  pending?: {
    user: string
    epoch: number
    backend: string
    auto_login: boolean
    /** Epoch milliseconds. */
    since: number
    /** The second step is done. */
    mfa?: boolean
  }
  /** Epoch milliseconds. */
  mfa_verified?: number
  password_verified?: number
  otp_verified?: number
  /** A secret shown as QR code and not yet confirmed, sealed. */
  otp_candidate?: string
  /** The right to set a new password in place of one that is expired or too simple, sealed. */
  reset_token?: string
  oid?: string
}
