// Which organisation a request is about: query, header, cookie, visit, else the default one. Ids and names both do.
import { DEFAULT_ORG, ROOT_ORG } from '@drawbridge/model'
import { type Reader, readGuid } from '@drawbridge/resource'
import { refusal } from '@drawbridge/wire'
import { type Db, type Org, rootOrgOf } from './context.ts'

export const ORG_HEADER = 'x-jms-org'
export const ORG_COOKIE = 'X-JMS-ORG'

const unknownOrg = refusal('org_not_found', 400, { zh: '组织不存在', en: 'The organization does not exist' })

export const resolveOrg = async (
  db: Db,
  wanted: string | undefined,
  options: { reader: Reader; writes: boolean },
): Promise<Org> => {
  const name = wanted?.trim().slice(0, 200) ?? ''
  if (name === '' || name.toLowerCase() === 'default') return byId(db, DEFAULT_ORG)
  if (name.toLowerCase() === 'root' || name === ROOT_ORG) return rootOrgOf(options.reader)
  const id = readGuid(name)
  const found = await db
    .selectFrom('orgs_orgs')
    .select(['id', 'name', 'comment'])
    .where(id ? 'id' : 'name', '=', id ?? name)
    .executeTakeFirst()
  if (found) return { ...found, isRoot: false }
  // Reading falls back as clients expect; writing into an organisation nobody named would surprise.
  if (options.writes) throw unknownOrg()
  return byId(db, DEFAULT_ORG)
}

const byId = async (db: Db, id: string): Promise<Org> => {
  const found = await db
    .selectFrom('orgs_orgs')
    .select(['id', 'name', 'comment'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...found, isRoot: false }
}
