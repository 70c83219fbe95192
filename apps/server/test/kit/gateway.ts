// A component for a test: registered with the bootstrap token, calling in its own name.
import { hashToken, hexToken } from '../../src/platform/auth/token.ts'
import { newId } from '../../src/platform/ids.ts'
import { type Client, client } from './client.ts'
import { DEFAULT_ORG, type World } from './world.ts'

export const BOOTSTRAP = { authorization: 'BootstrapToken bootstrap-for-tests' }

let counter = 0

export interface Gateway {
  /** The terminal. */
  readonly id: string
  readonly account: string
  readonly name: string
  readonly key: { readonly id: string; readonly secret: string }
  /** Its calls, in this organisation. */
  in(org?: string): Client
  readonly api: Client
}

export const aGateway = async (world: World, more: Record<string, unknown> = {}): Promise<Gateway> => {
  const made = await world
    .anonymous(BOOTSTRAP)
    .post('terminal/terminal-registrations/', { name: `[KoKo]-${++counter}`, type: 'koko', ...more })
  if (made.status !== 201) throw new Error(made.text)
  const { access_key: key, id: account } = made.body.service_account
  // A signature writes once a second; a token as often as a test likes.
  const token = hexToken(40)
  await world.server.services.database.db
    .updateTable('users_users')
    .set({ private_token_hash: hashToken(token) })
    .where('id', '=', account)
    .execute()
  const within = (org?: string) =>
    client(world.url, { authorization: `Token ${token}`, ...(org ? { 'x-jms-org': org } : {}) })
  return { id: made.body.id, account, name: made.body.name, key, in: within, api: within() }
}

/** A session that the component tells of by itself, without a grant. */
export const aSession = async (gateway: Gateway, org?: string, more: Record<string, unknown> = {}): Promise<any> => {
  const made = await gateway.in(org).post('terminal/sessions/', {
    user: 'Ann(ann)',
    asset: 'web-01(10.1.1.10)',
    system_user: 'web-user(www)',
    org_id: org ?? '',
    remote_addr: '10.9.9.9',
    ...more,
  })
  if (made.status !== 201) throw new Error(made.text)
  return made.body
}

/** Makes a service account the component of an open connection, as if the server had let somebody in. */
export const carries = async (
  world: World,
  account: string,
  what: { asset?: string; system_user?: string; user?: string; org?: string },
): Promise<string> => {
  const { db } = world.server.services.database
  const known = await db.selectFrom('terminal_terminals').select('id').where('account', '=', account).executeTakeFirst()
  const now = world.clock.now()
  const terminal =
    known ??
    (await db
      .insertInto('terminal_terminals')
      .values({
        id: newId(),
        name: `carrier ${++counter}`,
        type: 'koko',
        remote_addr: '',
        http_port: 5000,
        ssh_port: 2222,
        comment: '',
        is_accepted: true,
        date_created: now,
        command_storage: 'default',
        replay_storage: 'default',
        account,
        load: JSON.stringify({}) as never,
        date_load: null,
        is_deleted: false,
      })
      .returning('id')
      .executeTakeFirstOrThrow())
  const id = newId()
  await db
    .insertInto('terminal_sessions')
    .values({
      id,
      org_id: what.org ?? DEFAULT_ORG,
      user: 'Ann(ann)',
      asset: 'asset',
      system_user: 'system user',
      user_id: what.user ?? '',
      asset_id: what.asset ?? '',
      system_user_id: what.system_user ?? '',
      login_from: 'ST',
      remote_addr: null,
      is_success: true,
      is_finished: false,
      has_replay: false,
      protocol: 'ssh',
      date_start: now,
      date_end: null,
      terminal: terminal.id,
      end_reason: '',
      date_seen: now,
      actions: 255,
      epoch: 0,
    })
    .execute()
  return id
}
