// Domains: networks that are reached through their gateways.
import { Link } from '../../kit/going.tsx'
import { treeSelect } from '../../kit/index.ts'
import { pathTo } from '../../kit/paths.ts'
import type { PagesSpec } from '../../kit/spec.ts'
import { GatewayTab } from './gateway-tab.tsx'
import { assetPicker } from './places.ts'
import { words } from './words.ts'

export const GATEWAY_TAB = 'GatewayList'

const amount = { width: 110, align: 'right' as const }

export const domainPages: PagesSpec = {
  path: 'assets/domains',
  name: 'Domain',
  titles: { list: words.domains, create: words.createDomain, detail: words.domainDetail, update: words.updateDomain },
  menu: { group: 'assets', order: 20 },
  list: {
    columns: [
      'name',
      'asset_count',
      'application_count',
      'gateway_count',
      'date_created',
      'comment',
      'org_name',
      'actions',
    ],
    show: {
      default: ['name', 'asset_count', 'application_count', 'gateway_count', 'comment', 'actions'],
      min: ['name', 'actions'],
    },
    column: {
      asset_count: { ...amount, label: words.assetsAmount },
      application_count: { ...amount, label: words.applications },
      gateway_count: {
        ...amount,
        label: words.gateway,
        cell: ({ id, gateway_count }) => (
          <Link className="db-link" to={pathTo('DomainDetail', { id }, { activeTab: GATEWAY_TAB })}>
            {gateway_count}
          </Link>
        ),
      },
    },
    bulk: { delete: false },
    help: words.domainsHelp,
  },
  form: {
    groups: [{ title: words.basic, fields: ['name', 'assets', 'comment'] }],
    field: { assets: { input: treeSelect(assetPicker), initial: [] } },
  },
  detail: {
    facts: [
      'name',
      { label: words.assetsAmount, value: ({ asset_count }) => asset_count },
      { label: words.applications, value: ({ application_count }) => application_count },
      { label: words.gateway, value: ({ gateway_count }) => gateway_count },
      'date_created',
      'comment',
    ],
    tabs: [{ key: GATEWAY_TAB, title: words.gateway, Body: GatewayTab }],
  },
}
