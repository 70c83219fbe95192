// From the credentials of a request to the person behind it. The first credential that is recognised decides; a bad one is refused, never passed over.
import type { OrgRole, SystemRole } from '@drawbridge/model'
import { authenticationFailed, Refusal } from '@drawbridge/wire'
import { sql } from 'kysely'
import type { Caller, Db, Visit } from '../context.ts'
import type { Services } from '../services.ts'
import { type Credential, parseAuthorization } from './authorization.ts'
import { readSignature } from './http-signature.ts'
import { mayComeIn } from './login-rules.ts'
import { readSimpleSign } from './simple-sign.ts'
import { hashToken } from './token.ts'
import { renewVisit } from './visits.ts'

export interface Credentials {
  readonly method: string
  /** Path and query exactly as sent. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body?: Buffer
  readonly cookie?: string
  readonly address: string
  readonly now: Date
}

export interface Identified {
  readonly user?: Person
  readonly visit?: Visit
  readonly via: Caller['via']
}

/** What the database knows of a user that decides over their rights. */
export interface Person {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly source: string
  readonly role: SystemRole
  readonly valid: boolean
  readonly epoch: number
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

export const identify = async (credentials: Credentials, services: Services): Promise<Identified | undefined> => {
  const authorization = credentials.headers.authorization
  const given = parseAuthorization(typeof authorization === 'string' ? authorization : undefined)
  const { db } = services.database
  if (given.kind === 'none' || given.kind === 'bootstrap')
    return credentials.cookie ? bySession(credentials, services) : undefined
  if (given.kind === 'malformed') throw authenticationFailed()
  const user =
    given.kind === 'bearer'
      ? await byBearer(db, given.token, credentials.now)
      : given.kind === 'token'
        ? await byPrivateToken(db, given.token)
        : await byAccessKey(given, credentials, services)
  const { address, now } = credentials
  if (!(await mayComeIn({ db, user: user.id, address, now }))) return refuse(wrongPlace)
  return { via: given.kind, user }
}

const bySession = async ({ cookie, now }: Credentials, services: Services): Promise<Identified | undefined> => {
  const { db } = services.database
  const found = await people(db)
    .rightJoin('sessions as s', 's.user', 'u.id')
    .selectAll('s')
    .where('s.id', '=', hashToken(cookie!))
    .where('s.date_expired', '>', now)
    .executeTakeFirst()
  if (!found) return undefined
  await renewVisit(db, found, services.settings.values.SESSION_COOKIE_AGE, now)
  const visit: Visit = { id: found.id, csrf: found.csrf, data: found.data }
  if (!found.user) return { via: 'session', visit }
  // An account switched off, or whose logins were ended, is a stranger again.
  const user = personOf(found)
  return user && user.epoch === found.epoch ? { via: 'session', visit, user } : undefined
}

const byBearer = async (db: Db, token: string, now: Date): Promise<Person> => {
  const found = await people(db)
    .innerJoin('bearer_tokens as b', 'b.user', 'u.id')
    .select('b.epoch')
    .where('b.id', '=', hashToken(token))
    .where('b.date_expired', '>', now)
    .executeTakeFirst()
  const user = personOf(found)
  return user && user.epoch === found?.epoch ? user : refuse()
}

const byPrivateToken = async (db: Db, token: string): Promise<Person> =>
  personOf(await people(db).where('u.private_token_hash', '=', hashToken(token)).executeTakeFirst()) ?? refuse()

type Signed = Extract<Credential, { kind: 'sign' | 'signature' }>

const byAccessKey = async (given: Signed, credentials: Credentials, services: Services): Promise<Person> => {
  const { db } = services.database
  const key = await findKey(db, given.keyId)
  const user = key?.is_active ? await findPerson(db, key.user) : undefined
  if (!key || !user) return refuse()
  const secret = services.secrets.open(key.secret, 'authentication_access_keys.secret')
  const good =
    given.kind === 'sign'
      ? await checkSign(given, secret, credentials, db)
      : await checkSignature(given, secret, user, credentials, db)
  return good ? user : refuse(wrongSignature)
}

/** This scheme signs the date alone. So one signature serves one address, and writes once: a copy of it is worth little. */
const checkSign = async (
  given: Extract<Signed, { kind: 'sign' }>,
  secret: string,
  { headers, method, now, address }: Credentials,
  db: Db,
): Promise<boolean> => {
  const date = typeof headers.date === 'string' ? headers.date : undefined
  const reading = readSimpleSign(given, date, now)
  if (!reading.ok || !reading.check(secret)) return false
  const seen = `sign ${given.keyId} ${date}`
  if ((await firstAddress(db, seen, address, reading.staleAfter)) !== address) return false
  return SAFE.has(method) || useOnce(db, `${seen} write`, reading.staleAfter)
}

const checkSignature = async (
  given: Extract<Signed, { kind: 'signature' }>,
  secret: string,
  user: Person,
  credentials: Credentials,
  db: Db,
): Promise<boolean> => {
  const { method, target, headers, body, now } = credentials
  const reading = readSignature(given, { method, target, headers, body }, now)
  if (!reading.ok || !reading.check(secret)) return false
  if (SAFE.has(method)) return true
  // Components of the contract sign target and date only; people's programs must sign the body they send.
  if (body && body.length > 0 && !reading.coversBody && user.role !== 'App') return false
  const uncovered = reading.coversBody ? '' : hashToken(body?.toString('latin1') ?? '')
  return useOnce(db, `signature ${reading.replayKey} ${uncovered}`, reading.staleAfter)
}

const findKey = async (db: Db, id: string) => {
  if (!/^[0-9a-f-]{36}$/i.test(id)) return undefined
  return db
    .selectFrom('authentication_access_keys')
    .select(['secret', 'is_active', 'user'])
    .where('id', '=', id)
    .executeTakeFirst()
}

const useOnce = async (db: Db, replayKey: string, date_expired: Date): Promise<boolean> => {
  const found = await db
    .insertInto('used_signatures')
    .values({ id: hashToken(replayKey), date_expired })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  return found !== undefined
}

const firstAddress = async (
  db: Db,
  key: string,
  address: string,
  date_expired: Date,
): Promise<string | null | undefined> => {
  const id = hashToken(key)
  await db
    .insertInto('used_signatures')
    .values({ id, address, date_expired })
    .onConflict((c) => c.doNothing())
    .execute()
  return (await db.selectFrom('used_signatures').select('address').where('id', '=', id).executeTakeFirst())?.address
}

const people = (db: Db) =>
  db
    .selectFrom('users_users as u')
    .select([
      'u.id as person',
      'u.username',
      'u.name',
      'u.source',
      'u.role',
      'u.is_active',
      'u.is_service_account',
      'u.login_epoch',
      sql<boolean>`u.date_expired is null or u.date_expired > now()`.as('current'),
    ])

interface Found {
  person: string | null
  username: string | null
  name: string | null
  source: string | null
  role: string | null
  is_active: boolean | null
  is_service_account: boolean | null
  login_epoch: number | null
  current: boolean | null
}

const personOf = (found: Found | undefined): Person | undefined => {
  if (!found?.person || !found.is_active) return undefined
  return {
    id: found.person,
    username: found.username!,
    name: found.name!,
    source: found.source!,
    role: found.is_service_account ? 'App' : (found.role as SystemRole),
    valid: found.current!,
    epoch: found.login_epoch!,
  }
}

const findPerson = async (db: Db, id: string): Promise<Person | undefined> =>
  personOf(await people(db).where('u.id', '=', id).executeTakeFirst())

export const orgRolesOf = async (db: Db, user: string, org: string): Promise<OrgRole[]> => {
  const rows = await db
    .selectFrom('orgs_org_member_relation')
    .select('role')
    .where('user', '=', user)
    .where('org', '=', org)
    .execute()
  return rows.map((row) => row.role)
}

const wrongSignature = (): Refusal =>
  new Refusal('authentication_failed', 401, { zh: '签名无效。', en: 'Invalid signature.' })

const wrongPlace = (): Refusal =>
  new Refusal('authentication_failed', 401, { zh: '不允许从当前 IP 地址登录', en: 'Login IP is not allowed' })

const refuse = (reason: () => Refusal = authenticationFailed): never => {
  throw reason()
}
