// Networks behind gateways. With their gateways' secrets they are only for components that connect through them.
import { domain } from '@drawbridge/model'
import { computed, type Fields, label, readFlag } from '@drawbridge/resource'
import { forbidden, Refusal } from '@drawbridge/wire'
import { sql } from 'kysely'
import { describeDetail } from '../../engine/options.ts'
import { countInOrganisation, tallyIn } from '../../engine/organisation.ts'
import { keyFrom, listPage, listShort, loadRows, readOne } from '../../engine/read.ts'
import { answerList } from '../../engine/routes.ts'
import { type Behaviour, type Served, serve } from '../../engine/serve.ts'
import { pageOf } from '../../engine/sheets.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Answer, type Call, ok, type Route } from '../../platform/http/route.ts'
import {
  gatewaySecrets,
  recordGatewayViews,
  type SealedGateway,
  sealedGatewaysSql,
} from '../../rights/gateway-secrets.ts'
import { hasConnectionSql } from '../../rights/open-connection.ts'

const LIST = `/api/v1/${domain.path}/`
const area = 'assets'

const counts: Behaviour<typeof domain>['select'] = {
  application_count: () => sql`(select count(*) from applications_applications a where a.domain = t.id)`,
  gateway_count: () => sql`(select count(*) from assets_gateways g where g.domain = t.id)`,
}

const query = { ...domain.filters, gateway: computed<boolean>('boolean', label('附带网关', 'With the gateways')) }

const routes: Route[] = [
  {
    method: 'GET',
    path: LIST,
    access: domain.may.read,
    doc: { area, summary: label('列出网域', 'List domain'), gives: domain.fields, page: true, query },
    run: (call) => (readFlag(call.query.gateway) ? answerWithGateways(call) : answerList(domains, call)),
  },
  {
    method: 'GET',
    path: `${LIST}:id/`,
    access: domain.may.read,
    doc: { area, summary: label('查看网域', 'Read domain'), gives: domain.fields, query },
    run: async ({ ctx, params, query }) => {
      const secret = readFlag(query.gateway)
      if (secret) refusePeople(ctx)
      const { body, state } = await readOne(secret ? withGateways : domains, params.id!, query, ctx)
      if (secret) await recordGatewayViews(gatewaysIn([body]), 'domain', ctx)
      return { status: 200, body, headers: { etag: `"${state}"` } }
    },
  },
  {
    method: 'OPTIONS',
    path: `${LIST}:id/`,
    access: domain.may.read,
    doc: { area, summary: label('描述网域', 'Describe domain') },
    run: async ({ ctx, params }) => ok(describeDetail(domains, await exists(params.id!, ctx), ctx)),
  },
]

const domains = serve(domain, { select: counts, without: ['list', 'read'], routes })

countInOrganisation('domains_amount', tallyIn(domain.table))
countInOrganisation('gateways_amount', tallyIn('assets_gateways'))

const exists = async (given: string, ctx: Ctx): Promise<boolean> => {
  try {
    return (await loadRows(domains, [keyFrom(domains, given)], ctx)).length > 0
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

const withGateways: Served = {
  resource: {
    ...domain,
    fields: { ...domain.fields, gateways: computed('list', label('网关', 'Gateways')) } satisfies Fields,
  },
  behaviour: {
    select: { ...counts, gateways: (ctx) => openedGateways(ctx) },
    compute: { gateways: (row: { gateways: SealedGateway[] }, ctx: Ctx) => gatewaySecrets(row.gateways, ctx) } as never,
  },
}

/** Of domains that the component has somebody in just now; the rest are none of its business. */
const openedGateways = (ctx: Ctx) =>
  sql`case when ${hasConnectionSql(ctx, sql`s.asset_id in (select a.id::text from assets_assets a where a.domain = t.id)`)}
    then ${sealedGatewaysSql(sql`t.id`)} else '[]'::json end`

const refusePeople = ({ me }: Ctx): void => {
  if (me.role !== 'App') throw forbidden()
}

const MOST = 1_000

const answerWithGateways = async ({ ctx, query }: Call): Promise<Answer> => {
  refusePeople(ctx)
  const page = pageOf(query)
  if (page) {
    const { count, rows } = await listPage(withGateways, query, { ...page, limit: Math.min(page.limit, MOST) }, ctx)
    await recordGatewayViews(gatewaysIn(rows), 'domains', ctx)
    return ok({ count, next: null, previous: null, results: rows })
  }
  const rows = (await listShort(withGateways, query, ctx)) ?? []
  await recordGatewayViews(gatewaysIn(rows), 'domains', ctx)
  return ok(rows)
}

const gatewaysIn = (rows: readonly Record<string, unknown>[]) =>
  rows.flatMap(({ gateways }) => gateways as ReturnType<typeof gatewaySecrets>)
