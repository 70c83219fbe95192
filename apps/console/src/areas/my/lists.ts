// My lists, as far as they are known before a screen is drawn.
import type { ListSpec } from '../../kit/spec.ts'

export const MY_ASSETS = '/api/v1/perms/users/assets/'
export const MY_APPS = '/api/v1/perms/users/applications/'

/** Nothing of it is mine to change. */
const READ_ONLY = {
  selection: false,
  create: false,
  canCreate: false,
  export: false,
  import: false,
  bulk: { delete: false },
  link: false,
} as const

export const myAssetList: ListSpec = {
  url: MY_ASSETS,
  metaUrl: MY_ASSETS,
  name: 'MyAssets',
  query: { cache_policy: '1' },
  columns: ['hostname', 'ip', 'system_users', 'platform', 'comment', 'actions'],
  ...READ_ONLY,
}

export const myAppList = (name: string, category: string, where: string): ListSpec => ({
  url: MY_APPS,
  name,
  query: { category },
  columns: ['name', 'type', where, 'comment', 'actions'],
  search: { exclude: ['category', 'domain'] },
  ...READ_ONLY,
})
