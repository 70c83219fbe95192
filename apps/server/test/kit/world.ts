// A whole server for a suite, on a database of its own, with a clock that the test turns.

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_ORG, type OrgRole, ROOT_ORG, type SystemRole } from '@drawbridge/model'
import { inject } from 'vitest'
import { passwords } from '../../src/platform/auth/password.ts'
import { hashToken, hexToken } from '../../src/platform/auth/token.ts'
import { readConfig } from '../../src/platform/config.ts'
import type { Route } from '../../src/platform/http/route.ts'
import { newId } from '../../src/platform/ids.ts'
import { issueLicence, licenceKeys } from '../../src/platform/licence.ts'
import { createLog, type Log } from '../../src/platform/log.ts'
import { type Server, startServer } from '../../src/server.ts'
import { type Client, client } from './client.ts'
import { create, drop } from './cluster.ts'

export interface Someone {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly password: string
  readonly token: string
  /** Calls in their name. */
  readonly api: Client
}

export interface NewPerson {
  username?: string
  name?: string
  role?: SystemRole
  /** Roles by organisation; without any the person is a User of the default organisation. */
  in?: Record<string, OrgRole[]>
  active?: boolean
  expired?: Date
  mfaLevel?: 0 | 1 | 2
  /** The organisation their calls name, else the default one. */
  org?: string
}

export interface World {
  readonly server: Server
  readonly url: string
  readonly admin: Someone
  /** Lines of the log, for tests that look for what must not be there. */
  readonly lines: string[]
  /** How long the server let time pass, in milliseconds; nobody waits for it. */
  readonly pauses: number[]
  readonly clock: { now(): Date; advance(seconds: number): void }
  readonly dataDir: string
  anonymous(headers?: Record<string, string>): Client
  person(who?: NewPerson): Promise<Someone>
  organisation(name?: string): Promise<string>
  /** Makes the licensed areas available. */
  license(days?: number): Promise<void>
  close(): Promise<void>
}

export const ADMIN_PASSWORD = 'Correct-horse-7'
let hashOfAll: Promise<string> | undefined

export const openWorld = async (
  env: Record<string, string> = {},
  options: { routes?: readonly Route[] } = {},
): Promise<World> => {
  const databases = inject('databases')
  const name = `world_${randomBytes(6).toString('hex')}`
  await create(databases, name, inject('template'))
  const dataDir = await mkdtemp(join(tmpdir(), 'drawbridge-world-'))
  const lines: string[] = []
  const log: Log = createLog('info', (line) => lines.push(line))
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databases.replace('DATABASE', name),
    ADMIN_PASSWORD,
    BOOTSTRAP_TOKEN: 'bootstrap-for-tests',
    OUTBOUND_ALLOW: '127.0.0.1',
    ...env,
  })
  const pauses: number[] = []
  const pause = async (milliseconds: number) => {
    pauses.push(milliseconds)
  }
  const server = await startServer(config, { log, now, pause, routes: options.routes })
  const { db } = server.services.database
  const at = server.url

  const withToken = async (id: string, org?: string): Promise<{ token: string; api: Client }> => {
    const token = hexToken(40)
    await db
      .updateTable('users_users')
      .set({ private_token_hash: hashToken(token) })
      .where('id', '=', id)
      .execute()
    return { token, api: client(at, { authorization: `Token ${token}`, ...(org ? { 'x-jms-org': org } : {}) }) }
  }

  const person = async (who: NewPerson = {}): Promise<Someone> => {
    const id = newId()
    const username = who.username ?? `u${id.slice(-12)}`
    // One hash serves everybody: argon2 is slow on purpose.
    hashOfAll ??= passwords().hash(ADMIN_PASSWORD)
    await db
      .insertInto('users_users')
      .values({
        id,
        name: who.name ?? username,
        username,
        email: `${username}@example.com`,
        role: who.role === 'App' ? 'User' : (who.role ?? 'User'),
        is_service_account: who.role === 'App',
        public_key: null,
        wechat: '',
        phone: null,
        mfa_level: who.mfaLevel ?? 0,
        comment: null,
        source: 'local',
        is_active: who.active ?? true,
        is_first_login: false,
        date_expired: who.expired ?? null,
        date_joined: now(),
        date_password_last_updated: now(),
        last_login: null,
        created_by: 'Test',
        password_hash: await hashOfAll,
        otp_secret: null,
        otp_last_step: 0,
        private_token_hash: null,
        login_epoch: 0,
      })
      .execute()
    for (const [org, roles] of Object.entries(who.in ?? { [DEFAULT_ORG]: ['User' as OrgRole] })) {
      for (const role of roles)
        await db.insertInto('orgs_org_member_relation').values({ id: newId(), org, user: id, role }).execute()
    }
    return { id, username, name: who.name ?? username, password: ADMIN_PASSWORD, ...(await withToken(id, who.org)) }
  }

  const found = await db
    .selectFrom('users_users')
    .select(['id', 'name'])
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow()
  const admin: Someone = { ...found, username: 'admin', password: ADMIN_PASSWORD, ...(await withToken(found.id)) }
  return {
    server,
    url: at,
    admin,
    lines,
    pauses,
    dataDir,
    clock: {
      now,
      advance: (seconds) => {
        ahead += seconds * 1_000
      },
    },
    anonymous: (headers = {}) => client(at, headers),
    person,
    organisation: async (title = `org ${randomBytes(4).toString('hex')}`) => {
      const id = newId()
      await db
        .insertInto('orgs_orgs')
        .values({ id, name: title, comment: '', created_by: 'Test', date_created: now() })
        .execute()
      return id
    },
    license: async (days = 30) => {
      const { services } = server
      const text = issueLicence(
        {
          subscription_id: 'test',
          corporation: 'Test',
          edition: 'Enterprise',
          asset_count: null,
          installation: services.licence.installation,
          date_issued: now().toISOString(),
          date_expired: new Date(now().getTime() + days * 86_400_000).toISOString(),
        },
        licenceKeys(dataDir).privateKey,
      )
      await services.licence.keep(db, text)
      await services.licence.refresh()
    },
    close: async () => {
      await server.close()
      await drop(databases, name)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export { DEFAULT_ORG, ROOT_ORG }
