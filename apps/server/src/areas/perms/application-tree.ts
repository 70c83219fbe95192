// Granted applications as a tree: the organisations, and below each its applications.
import type { ApplicationCategory } from '@drawbridge/model'
import { sql } from 'kysely'
import { narrow } from '../../engine/narrow.ts'
import type { Served } from '../../engine/serve.ts'
import { visibleRows } from '../../engine/visible.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Query } from '../../platform/http/route.ts'

const looks: Record<ApplicationCategory, { icon: string; type: string }> = {
  db: { icon: 'database', type: 'database_app' },
  remote_app: { icon: 'chrome', type: 'remote_app' },
  cloud: { icon: 'k8s', type: 'k8s_app' },
}

interface Leaf {
  readonly id: string
  readonly name: string
  readonly category: ApplicationCategory
  readonly org_id: string
  readonly org_name: string
}

export const applicationTree = async (one: Served, query: Query, ctx: Ctx) => {
  const { rows } = await narrow(one, visibleRows(one, ctx), query, ctx)
  const leaves = (await rows
    .innerJoin('orgs_orgs as o', 'o.id', 't.org_id')
    .select(['t.id', 't.name', 't.category', 't.org_id', sql`o.name`.as('org_name')] as never)
    .orderBy('o.name')
    .orderBy('t.name')
    .execute()) as unknown as Leaf[]
  const orgs = new Map(leaves.map(({ org_id, org_name }) => [org_id, org_name]))
  return [
    ...[...orgs].map(([id, name]) => ({
      id,
      name,
      title: name,
      pId: '',
      isParent: true,
      open: true,
      iconSkin: '',
      meta: { type: 'node' },
    })),
    ...leaves.map(({ id, name, category, org_id, org_name }) => ({
      id,
      name,
      title: name,
      pId: org_id,
      isParent: false,
      open: false,
      iconSkin: looks[category].icon,
      meta: { type: looks[category].type },
      org_name,
    })),
  ]
}
