// Rows that join two others: they are there where one of the two is, and join only what belongs together.
import { type AnyResource, type Fields, words } from '@drawbridge/resource'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { isMemberSql } from './membership.ts'
import { type Behaviour, servedAt } from './serve.ts'

/** What relation resources have in common. `home` is the end whose organisation the link belongs to. */
export const joining = <R extends AnyResource>(
  resource: R,
  home: string,
): Pick<Behaviour<any>, 'visible' | 'check' | 'ignoresDuplicates'> => {
  const ends = Object.entries(resource.fields as Fields).flatMap(([name, { kind, to }]) =>
    kind === 'ref' ? [{ name, target: servedAt(to!).resource }] : [],
  )
  const owner = sql.table(ends.find(({ name }) => name === home)!.target.table)
  return {
    // The console adds what it shows as missing; somebody else may have added it in the meantime.
    ignoresDuplicates: true,
    visible: (rows, { org }) =>
      org.isRoot
        ? rows
        : rows.where(
            sql<boolean>`exists (select from ${owner} h where h.id = t.${sql.ref(home)} and h.org_id = ${org.id})`,
          ),
    check: async (draft: Record<string, any>, { ctx, row }) => {
      // In an organisation nothing else can be named at all.
      if (!ctx.org.isRoot) return undefined
      const held = sql`(select h.org_id from ${owner} h where h.id = ${draft[home] ?? row?.[home]}::uuid)`
      for (const { name, target } of ends) {
        const id: string | undefined = draft[name] ?? row?.[name]
        if (name === home || !id || (await belongs(target, id, held, ctx))) continue
        return { [name]: [words.absent(id)[ctx.reader.lang]] }
      }
      return undefined
    },
  }
}

const belongs = async (target: AnyResource, id: string, org: RawBuilder<unknown>, ctx: Ctx): Promise<boolean> => {
  const there =
    target.path === 'users/users'
      ? isMemberSql(sql`${id}::uuid`, org)
      : sql<boolean>`exists (select from ${sql.table(target.table)} x where x.id = ${id}::uuid and x.org_id = ${org})`
  const { rows } = await sql<{ yes: boolean }>`select ${there} as yes`.execute(ctx.db)
  return rows[0]!.yes
}
