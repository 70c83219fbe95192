// Applications: programs on Windows servers, databases and clusters, each with pages of its own.
import { AccessCard } from '../../kit/detail/access-card.tsx'
import type { DetailContext, DetailSpec, Item, ListSpec, PagesSpec } from '../../kit/spec.ts'
import { AssetLink } from './asset-link.tsx'
import { APPLICATIONS, type Category, createChoices } from './kinds.ts'
import { say, words } from './words.ts'

const TAIL = ['created_by', 'date_created', 'date_updated', 'comment', 'org_name', 'actions'] as const
const typeOf = ({ type }: Item) => ({ type })
const Side = ({ item }: DetailContext) => (
  <AccessCard title={say.access} link={say.whoReaches} of={{ application_id: item.id }} />
)
const about = (...facts: NonNullable<DetailSpec['facts']>): Omit<DetailSpec, 'name'> => ({
  url: (id) => `${APPLICATIONS}${id}/`,
  facts: [
    'name',
    { label: words.type, value: (app) => app.type_display },
    ...facts,
    'date_created',
    'created_by',
    'comment',
  ],
  carry: typeOf,
  Side,
})

const list = (category: Category): Pick<ListSpec, 'url' | 'query' | 'carry' | 'bulk'> => ({
  url: APPLICATIONS,
  query: { category },
  bulk: { delete: false },
  carry: typeOf,
})

export const remoteAppPages: PagesSpec = {
  path: 'applications/remote-apps',
  name: 'RemoteApp',
  titles: {
    list: words.remoteApps,
    create: words.createRemoteApp,
    detail: words.remoteAppDetail,
    update: words.updateRemoteApp,
  },
  licensed: true,
  menu: { group: 'applications', order: 10 },
  finds: { icon: 'apps' },
  list: {
    ...list('remote_app'),
    columns: ['name', 'type', 'attrs.asset', ...TAIL],
    show: { default: ['name', 'type', 'attrs.asset', 'comment', 'actions'], min: ['name', 'actions'] },
    column: {
      type: { width: 140 },
      'attrs.asset': { label: words.assets, cell: ({ attrs }) => <AssetLink attrs={attrs} /> },
    },
    search: { exclude: ['category', 'domain'] },
    creates: createChoices('remote_app'),
    help: words.loaderHint,
  },
  form: { groups: [] },
  detail: about(
    { label: words.asset, value: ({ attrs }) => <AssetLink attrs={attrs} /> },
    { label: words.appPath, value: ({ attrs }) => attrs?.path },
  ),
}

export const databasePages: PagesSpec = {
  path: 'applications/database-apps',
  name: 'DatabaseApp',
  titles: {
    list: words.databases,
    create: words.createDatabase,
    detail: words.databaseDetail,
    update: words.updateDatabase,
  },
  menu: { group: 'applications', order: 20 },
  finds: { icon: 'apps' },
  list: {
    ...list('db'),
    columns: ['name', 'type', 'attrs.host', 'attrs.port', 'attrs.database', 'domain', ...TAIL],
    show: {
      default: ['name', 'type', 'attrs.host', 'attrs.port', 'attrs.database', 'comment', 'actions'],
      min: ['name', 'actions'],
    },
    column: {
      type: { width: 120 },
      'attrs.host': { label: words.host, width: 140 },
      'attrs.port': { label: words.port, width: 80, align: 'right' },
      'attrs.database': { label: words.database },
    },
    search: { exclude: ['category', 'domain'] },
    creates: createChoices('db'),
  },
  form: { groups: [] },
  detail: about(
    { label: words.host, value: ({ attrs }) => attrs?.host },
    { label: words.port, value: ({ attrs }) => attrs?.port },
    { label: words.database, value: ({ attrs }) => attrs?.database },
  ),
}

export const clusterPages: PagesSpec = {
  path: 'applications/kubernetes-apps',
  name: 'KubernetesApp',
  titles: {
    list: words.clusters,
    create: words.createCluster,
    detail: words.clusterDetail,
    update: words.updateCluster,
  },
  menu: { group: 'applications', order: 30 },
  finds: { icon: 'apps' },
  list: {
    ...list('cloud'),
    columns: ['name', 'type', 'attrs.cluster', 'domain', ...TAIL],
    show: { default: ['name', 'type', 'attrs.cluster', 'comment', 'actions'], min: ['name', 'actions'] },
    column: { type: { width: 140 }, 'attrs.cluster': { label: words.cluster }, comment: { width: 340 } },
    search: { exclude: ['category', 'domain'] },
  },
  form: { groups: [] },
  detail: about({ label: words.cluster, value: ({ attrs }) => attrs?.cluster }),
}
