// Which organisation a request is about: query, header, cookie, visit, else the default one. Ids and names both do.
import { DEFAULT_ORG, type OrgRole, ROOT_ORG } from '@drawbridge/model'
import { type Reader, readGuid } from '@drawbridge/resource'
import { refusal } from '@drawbridge/wire'
import { sql } from 'kysely'
import { type Db, type Org, rootOrgOf } from './context.ts'

export const ORG_HEADER = 'x-jms-org'
export const ORG_COOKIE = 'X-JMS-ORG'

const unknownOrg = refusal('org_not_found', 400, { zh: '组织不存在', en: 'The organization does not exist' })

export interface Standpoint {
  readonly org: Org
  /** The user's roles there; nobody is a member of the root organisation. */
  readonly roles: OrgRole[]
}

export type OrgAsked = { readonly root: true } | { readonly id: string } | { readonly name: string }

export const orgAsked = (given: string | undefined): OrgAsked => {
  const name = given?.trim().slice(0, 200).replaceAll('\0', '') ?? ''
  if (name.toLowerCase() === 'root' || name === ROOT_ORG) return { root: true }
  const id = name === '' || name.toLowerCase() === 'default' ? DEFAULT_ORG : readGuid(name)
  return id ? { id } : { name }
}

export interface Wanted {
  readonly asked: OrgAsked
  readonly user?: string
  readonly reader: Reader
  readonly writes: boolean
}

export const resolveOrg = async (db: Db, { asked, user, reader, writes }: Wanted): Promise<Standpoint> => {
  if ('root' in asked) return { org: rootOrgOf(reader), roles: [] }
  const found = await find(db, asked, user)
  if (found) return found
  // Reading falls back as clients expect; writing into an organisation nobody named would surprise.
  if (writes) throw unknownOrg()
  return (await find(db, { id: DEFAULT_ORG }, user))!
}

const find = async (db: Db, by: { id: string } | { name: string }, user?: string): Promise<Standpoint | undefined> => {
  const [column, value] = 'id' in by ? (['o.id', by.id] as const) : (['o.name', by.name] as const)
  const found = await db
    .selectFrom('orgs_orgs as o')
    .select(['o.id', 'o.name', 'o.comment'])
    .select(
      sql<
        OrgRole[]
      >`array(select m.role from orgs_org_member_relation m where m.org = o.id and m."user" = ${user ?? null}::uuid)`.as(
        'roles',
      ),
    )
    .where(column, '=', value)
    .executeTakeFirst()
  if (!found) return undefined
  const { roles, ...org } = found
  return { org: { ...org, isRoot: false }, roles }
}
