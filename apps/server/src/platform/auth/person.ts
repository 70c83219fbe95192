// Who holds a credential, their place in the organisation the request names, and what the rules about places must know of them: one
// statement, because every request waits for it. Each connection plans it once, as its text stays the same; its answer is never kept.
import type { OrgRole, SystemRole } from '@drawbridge/model'
import type pg from 'pg'
import type { Tables } from '../db/tables.ts'
import type { OrgAsked, Standpoint } from '../orgs.ts'
import { factsOfRules } from './login-rules.ts'

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

export interface Asking {
  readonly pool: pg.Pool
  /** What the credential is kept under. */
  readonly key: string
  readonly org: OrgAsked
  readonly now: Date
}

export interface Holder<Credential> {
  readonly credential: Credential
  /** Absent where the credential is nobody's, or the account is switched off. */
  readonly user?: Person
  /** Absent where there is no such organisation, and for the root organisation, which has no row. */
  readonly standpoint?: Standpoint
  /** For the rules about places. */
  readonly facts: readonly unknown[]
}

export type KnownVisit = Pick<Tables['sessions'], 'id' | 'user' | 'epoch' | 'csrf' | 'data' | 'remember' | 'date_seen'>

interface Source {
  readonly columns: readonly string[]
  readonly from: string
  readonly where: string
  /** False where the rules about places were asked before: when a visit began. */
  readonly ruled?: false
}

const holder =
  <Credential>(source: Source) =>
  async ({ pool, key, org, now }: Asking): Promise<Holder<Credential> | undefined> => {
    const text = statement(source)
    const values = [key, now, 'id' in org ? org.id : null, 'name' in org ? org.name : null]
    const [found] = (await pool.query<Found>({ name: nameOf(text), text, values })).rows
    if (!found) return undefined
    const { facts } = found
    return { credential: found as Credential, user: personIn(found), standpoint: standpointIn(found), facts }
  }

export const holderOf = {
  visit: holder<KnownVisit>({
    columns: ['s.id', 's."user"', 's.epoch', 's.csrf', 's.data', 's.remember', 's.date_seen'],
    ruled: false,
    from: 'sessions s left join users_users u on u.id = s."user"',
    where: 's.id = $1 and s.date_expired > $2',
  }),
  bearerToken: holder<{ epoch: number }>({
    columns: ['b.epoch'],
    from: 'bearer_tokens b join users_users u on u.id = b."user"',
    where: 'b.id = $1 and b.date_expired > $2',
  }),
  privateToken: holder<unknown>({ columns: [], from: 'users_users u', where: 'u.private_token_hash = $1' }),
  accessKey: holder<{ secret: string }>({
    columns: ['k.secret'],
    from: 'authentication_access_keys k join users_users u on u.id = k."user"',
    where: 'k.id = $1 and k.is_active',
  }),
}

const person = 'u.id as person, u.username, u.name, u.source, u.role, u.is_active, u.is_service_account, u.login_epoch'
const current = 'u.date_expired is null or u.date_expired > $2 as current'
const org = 'o.id as org, o.name as org_name, o.comment as org_comment'
const roles = `array(select m.role from orgs_org_member_relation m where m.org = o.id and m."user" = u.id) as org_roles`
const asked = 'coalesce($3::uuid, (select called.id from orgs_orgs called where called.name = $4::text))'

const statement = ({ columns, from, where, ruled }: Source): string => {
  const facts = `${ruled === false ? "'[]'::jsonb" : factsOfRules()} as facts`
  const list = [...columns, person, current, org, roles, facts].join(', ')
  return `select ${list} from ${from} left join orgs_orgs o on o.id = ${asked} where ${where}`
}

const names = new Map<string, string>()

const nameOf = (text: string): string => {
  const known = names.get(text) ?? `holder ${names.size}`
  names.set(text, known)
  return known
}

interface Found {
  person: string | null
  username: string
  name: string
  source: string
  role: string
  is_active: boolean
  is_service_account: boolean
  login_epoch: number
  current: boolean
  org: string | null
  org_name: string
  org_comment: string
  org_roles: OrgRole[]
  facts: unknown[]
}

const personIn = (found: Found): Person | undefined => {
  if (!found.person || !found.is_active) return undefined
  const { username, name, source } = found
  return {
    ...{ id: found.person, username, name, source },
    role: found.is_service_account ? 'App' : (found.role as SystemRole),
    valid: found.current,
    epoch: found.login_epoch,
  }
}

const standpointIn = ({ org, org_name, org_comment, org_roles }: Found): Standpoint | undefined =>
  org === null ? undefined : { org: { id: org, name: org_name, comment: org_comment, isRoot: false }, roles: org_roles }
