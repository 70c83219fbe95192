// From the credentials of a request to the person behind it. The first credential that is recognised decides; a bad one is refused, never passed over.
import { authenticationFailed, Refusal } from '@drawbridge/wire'
import type { Caller, Db, Visit } from '../context.ts'
import type { OrgAsked, Standpoint } from '../orgs.ts'
import type { Services } from '../services.ts'
import { type Credential, parseAuthorization } from './authorization.ts'
import { readSignature } from './http-signature.ts'
import { isAdmitted } from './login-rules.ts'
import { type Asking, type Holder, holderOf, type Person } from './person.ts'
import { readSimpleSign } from './simple-sign.ts'
import { hashToken } from './token.ts'
import { useOnce } from './use-once.ts'
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
  /** Looked up in the same breath. */
  readonly org: OrgAsked
}

export interface Identified {
  readonly user?: Person
  readonly visit?: Visit
  readonly via: Caller['via']
  /** For how many seconds more a browser that was told to remember its visit must keep it. */
  readonly keepFor?: number
  /** The place of the user in the organisation asked for, where that has a row. */
  readonly standpoint?: Standpoint
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

export const identify = async (credentials: Credentials, services: Services): Promise<Identified | undefined> => {
  const authorization = credentials.headers.authorization
  const given = parseAuthorization(typeof authorization === 'string' ? authorization : undefined)
  if (given.kind === 'none' || given.kind === 'bootstrap')
    return credentials.cookie ? bySession(credentials, services) : undefined
  if (given.kind === 'malformed') throw authenticationFailed()
  const { user, standpoint, facts } =
    given.kind === 'bearer'
      ? await byBearer(given.token, credentials, services)
      : given.kind === 'token'
        ? await byPrivateToken(given.token, credentials, services)
        : await byAccessKey(given, credentials, services)
  const { address, now } = credentials
  if (!isAdmitted(facts, { user: user.id, address, now })) return refuse(wrongPlace)
  return { via: given.kind, user, standpoint }
}

type Known<C = unknown> = Holder<C> & { readonly user: Person }

const asking = (key: string, { org, now }: Credentials, { database }: Services): Asking => ({
  pool: database.pool,
  key,
  org,
  now,
})

const bySession = async (credentials: Credentials, services: Services): Promise<Identified | undefined> => {
  const found = await holderOf.visit(asking(hashToken(credentials.cookie!), credentials, services))
  if (!found) return undefined
  const { credential, user, standpoint } = found
  const seconds = services.settings.values.SESSION_COOKIE_AGE
  const renewed = await renewVisit(services.database.db, credential, seconds, credentials.now)
  const visit: Visit = { id: credential.id, csrf: credential.csrf, data: credential.data }
  if (!credential.user) return { via: 'session', visit, standpoint }
  // An account switched off, or whose logins were ended, is a stranger again.
  if (!user || user.epoch !== credential.epoch) return undefined
  return { via: 'session', visit, user, standpoint, keepFor: renewed && credential.remember ? seconds : undefined }
}

const byBearer = async (token: string, credentials: Credentials, services: Services): Promise<Known> => {
  const known = somebody(await holderOf.bearerToken(asking(hashToken(token), credentials, services)))
  return known.user.epoch === known.credential.epoch ? known : refuse()
}

const byPrivateToken = async (token: string, credentials: Credentials, services: Services): Promise<Known> =>
  somebody(await holderOf.privateToken(asking(hashToken(token), credentials, services)))

const somebody = <C>(found: Holder<C> | undefined): Known<C> =>
  found?.user ? { ...found, user: found.user } : refuse()

type Signed = Extract<Credential, { kind: 'sign' | 'signature' }>

const byAccessKey = async (given: Signed, credentials: Credentials, services: Services): Promise<Known> => {
  const { db } = services.database
  const isId = /^[0-9a-f-]{36}$/i.test(given.keyId)
  const known = somebody(isId ? await holderOf.accessKey(asking(given.keyId, credentials, services)) : undefined)
  const { user, credential } = known
  const secret = services.secrets.open(credential.secret, 'authentication_access_keys.secret')
  const good =
    given.kind === 'sign'
      ? await checkSign(given, secret, credentials, db)
      : await checkSignature(given, secret, user, credentials, db)
  return good ? known : refuse(wrongSignature)
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

const wrongSignature = (): Refusal =>
  new Refusal('authentication_failed', 401, { zh: '签名无效。', en: 'Invalid signature.' })

const wrongPlace = (): Refusal =>
  new Refusal('authentication_failed', 401, { zh: '不允许从当前 IP 地址登录', en: 'Login IP is not allowed' })

const refuse = (reason: () => Refusal = authenticationFailed): never => {
  throw reason()
}
