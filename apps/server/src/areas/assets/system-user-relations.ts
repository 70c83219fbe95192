// What a system user is linked to: assets, nodes with all assets below them, users.
import { systemUserAsset, systemUserNode, systemUserUser } from '@drawbridge/model'
import { type RawBuilder, sql } from 'kysely'
import { joining } from '../../engine/joining.ts'
import { whenLeaving } from '../../engine/membership.ts'
import { searchTerms } from '../../engine/narrow.ts'
import { type Rows, serve } from '../../engine/serve.ts'
import { startsOrHolds } from './matching.ts'

/** Every term is in the name of one of the two ends. */
const searching = (other: (holds: string) => RawBuilder<unknown>) => ({
  search: (rows: Rows, text: string) =>
    searchTerms(text).reduce((rows, term) => {
      const { holds } = startsOrHolds(term)
      return rows.where(sql<boolean>`(
        t.id::text = ${term} or exists (${other(holds)}) or exists (
          select from assets_system_users u where u.id = t.systemuser and (u.name ilike ${holds} or u.username ilike ${holds})
        )
      )`)
    }, rows),
})

serve(systemUserAsset, {
  ...joining(systemUserAsset, 'systemuser'),
  narrow: searching(
    (holds) =>
      sql`select from assets_assets a where a.id = t.asset and (a.hostname ilike ${holds} or a.ip ilike ${holds})`,
  ),
})

serve(systemUserNode, {
  ...joining(systemUserNode, 'systemuser'),
  narrow: searching((holds) => sql`select from assets_nodes n where n.id = t.node and n.full_value ilike ${holds}`),
})

serve(systemUserUser, {
  ...joining(systemUserUser, 'systemuser'),
  narrow: searching(
    (holds) =>
      sql`select from users_users p where p.id = t."user" and (p.name ilike ${holds} or p.username ilike ${holds})`,
  ),
})

whenLeaving(async (places, { db }) => {
  await sql`
    delete from assets_system_users_users_relations l
    using assets_system_users s, unnest(${places.map(({ user }) => user)}::uuid[], ${places.map(({ org }) => org)}::uuid[]) as p("user", org)
    where s.id = l.systemuser and s.org_id = p.org and l."user" = p."user"
  `.execute(db)
})
