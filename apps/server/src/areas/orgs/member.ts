// Memberships as rows: one role of one user in one organisation.
import { member } from '@drawbridge/model'
import { sql } from 'kysely'
import { clearAfter } from '../../engine/membership.ts'
import { searchTerms } from '../../engine/narrow.ts'
import { serve, servedAt } from '../../engine/serve.ts'

serve(member, {
  visible: (rows) =>
    rows.where(sql<boolean>`not exists (select from users_users s where s.id = t."user" and s.is_service_account)`),
  narrow: {
    org_id: (rows, ids: string[]) => rows.where('t.org', '=', sql`any(${ids})`),
    user_id: (rows, ids: string[]) => rows.where('t.user', '=', sql`any(${ids})`),
    search: (rows, text: string) =>
      searchTerms(text).reduce((rows, term) => {
        const part = `%${term.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
        return rows.where(sql<boolean>`(
          exists (select from users_users u where u.id = t."user" and (u.name ilike ${part} or u.username ilike ${part}))
          or exists (select from orgs_orgs o where o.id = t.org and o.name ilike ${part})
        )`)
      }, rows),
  },
  saved: (changes, ctx) =>
    clearAfter(
      ctx,
      changes.flatMap(({ before }) => (before ? [before] : [])),
    ),
  deleted: (rows, ctx) => clearAfter(ctx, rows),
  ignoresDuplicates: true,
  deletesMany: 'named',
})

export const members = servedAt(member.path)
