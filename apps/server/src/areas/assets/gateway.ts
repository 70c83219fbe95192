// Gateways: checked keys, never the last one out of a domain in use, and a knock on their door.
import { asset, domain, gateway } from '@drawbridge/model'
import { label, PORT, text } from '@drawbridge/resource'
import { absent, InvalidBody, Refusal, type Wording } from '@drawbridge/wire'
import { sql } from 'kysely'
import { keyFrom, loadRows } from '../../engine/read.ts'
import { type Loaded, serve, servedAt } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import { ok, type Route } from '../../platform/http/route.ts'
import { OutboundRefused, outboundGuard } from '../../platform/outbound.ts'
import {
  gatewaySecrets,
  recordGatewayViews,
  type SealedGateway,
  sealedGatewaysSql,
} from '../../rights/gateway-secrets.ts'
import { requireConnection } from '../../rights/open-connection.ts'
import { keyProblem } from './secrets.ts'
import { SshSilence, sshBanner } from './ssh-banner.ts'

type Row = Loaded<typeof gateway>

export const gateways = serve(gateway, {
  narrow: {
    domain__name: (rows, name: string) =>
      rows.where(sql<boolean>`exists (select from assets_domains d where d.id = t.domain and d.name = ${name})`),
  },
  check: (draft, { ctx, row }) => keyProblem(draft, { table: gateway.table, row, ctx }),
  deleting: async (rows, ctx) => {
    const left = await leftWithout(rows, ctx)
    if (left) throw lastGateway(left)
  },
})

const area = 'assets'

export const gatewayRoutes: Route[] = [
  {
    method: 'POST',
    path: `/api/v1/${gateway.path}/:id/test-connective/`,
    access: ['orgAdmin'],
    doc: {
      area,
      summary: label('测试网关可连接性', 'Test whether a gateway can be reached'),
      takes: { port: text(label('端口', 'Port')) },
    },
    run: async ({ ctx, params, body }) => {
      const [row] = await loadRows(gateways, [keyFrom(gateways, params.id!)], ctx)
      if (!row) throw absent(gateway.label)
      checkPort(body, ctx)
      await knock(row as Row, ctx)
      return ok('ok')
    },
  },
  {
    method: 'GET',
    path: `/api/v1/${asset.path}/:id/gateways/`,
    access: ['app'],
    doc: {
      area,
      summary: label('读取资产的网关及其密钥', 'Read the gateways of an asset with their secrets'),
      gives: gateway.fields,
    },
    run: async ({ ctx, params }) => {
      const assets = servedAt(asset.path)
      const [row] = await loadRows(assets, [keyFrom(assets, params.id!)], ctx)
      if (!row) throw absent(asset.label)
      await requireConnection(ctx, { asset: row.id })
      const { rows } = await sql<{ gateways: SealedGateway[] }>`
        select ${sealedGatewaysSql(sql`${row.domain}::uuid`)} as gateways
      `.execute(ctx.db)
      const shown = gatewaySecrets(rows[0]!.gateways, ctx)
      await recordGatewayViews(shown, `${row.hostname}(${row.ip})`, ctx)
      return ok(shown)
    },
  },
]

/** A domain with assets that would have no gateway left to reach them by. */
const leftWithout = async (rows: readonly Row[], { db }: Ctx): Promise<string | undefined> => {
  const going = rows.filter((row) => row.is_active)
  if (going.length === 0) return undefined
  const ids = rows.map((row) => row.id)
  // Two who delete the last two gateways at once must meet here.
  await sql`
    select id from assets_domains where id = any(${going.map((row) => row.domain)}::uuid[]) order by id for update
  `.execute(db)
  const { rows: found } = await sql<{ name: string }>`
    select d.name from assets_domains d where d.id = any(${going.map((row) => row.domain)}::uuid[])
      and exists (select from assets_assets a where a.domain = d.id)
      and not exists (select from assets_gateways g where g.domain = d.id and g.is_active and g.id <> all(${ids}::uuid[]))
    order by d.name limit 1
  `.execute(db)
  return found[0]?.name
}

const lastGateway = (name: string): Refusal =>
  new Refusal('last_gateway', 400, {
    zh: `网域“${name}”还有资产，不能删除它最后一个可用的网关。请先添加其他网关，或将资产移出该网域`,
    en: `${domain.label.en} "${name}" still has assets, so its last active gateway cannot be deleted. Add another gateway or take the assets out of the domain first`,
  })

const numberRequired = label('请填写数字', 'Number required')

const checkPort = (body: unknown, { reader: { lang } }: Ctx): void => {
  const given = typeof body === 'object' && body !== null && 'port' in body ? body.port : undefined
  if (given === undefined || given === null || given === '') return
  const port = Number(given)
  if (!Number.isInteger(port) || port < PORT.min || port > PORT.max)
    throw new InvalidBody({ port: numberRequired[lang] })
}

const unreachable: Readonly<Record<OutboundRefused['reason'] | SshSilence['reason'], Wording>> = {
  host: label('网关地址无效', 'The address of the gateway is not valid'),
  port: label('网关端口无效', 'The port of the gateway is not valid'),
  'unknown-host': label('找不到网关主机，请检查地址', 'The gateway is unknown, please check its address'),
  forbidden: label(
    '不允许连接该地址：它指向服务器本机、链路本地或云主机元数据地址。如确有需要，请管理员将其加入 OUTBOUND_ALLOW',
    'This address may not be reached: it is a loopback, link-local or cloud metadata address. If it is meant, the operator can add it to OUTBOUND_ALLOW',
  ),
  refused: label('网关拒绝连接，请检查地址和端口', 'The gateway refused the connection, please check address and port'),
  silent: label('连接网关超时，没有收到 SSH 应答', 'The gateway did not answer as SSH in time'),
  stranger: label('该端口上运行的不是 SSH 服务', 'Something else than SSH answers on this port'),
}

const knock = async ({ ip, port }: Row, { services: { config } }: Ctx): Promise<void> => {
  try {
    const { address } = await outboundGuard({ allow: config.outboundAllow }).check(ip, port)
    await sshBanner({ address, port })
  } catch (error) {
    if (!(error instanceof OutboundRefused) && !(error instanceof SshSilence)) throw error
    const wording = unreachable[error.reason]
    throw new Refusal('gateway_unreachable', 400, wording, (lang) => ({ error: wording[lang] }))
  }
}
