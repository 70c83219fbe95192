// Where things of this area are on the server, and how they are called and chosen.
import type { TreeSelectSpec } from '../../kit/index.ts'
import type { RemoteSpec } from '../../kit/spec.ts'
import { words } from './words.ts'

export const ASSETS = '/api/v1/assets/assets/'
export const NODES = '/api/v1/assets/nodes/'
export const NODE_TREE = '/api/v1/assets/nodes/children/tree/?assets=0'
export const PLATFORMS = '/api/v1/assets/platforms/'
export const DOMAINS = '/api/v1/assets/domains/'
export const GATEWAYS = '/api/v1/assets/gateways/'
export const ADMIN_USERS = '/api/v1/assets/admin-users/'
export const SYSTEM_USERS = '/api/v1/assets/system-users/'
export const CMD_FILTERS = '/api/v1/assets/cmd-filters/'
export const LABELS = '/api/v1/assets/labels/'
export const ASSET_USERS = '/api/v1/assets/asset-users/'
export const ASSET_USER_SECRETS = '/api/v1/assets/asset-user-auth-infos/'
export const SYSTEM_USER_ASSETS = '/api/v1/assets/system-users-assets-relations/'
export const SYSTEM_USER_NODES = '/api/v1/assets/system-users-nodes-relations/'

type Any = Record<string, any>

export const hostAndIp = ({ hostname, ip }: Any): string => `${hostname}(${ip})`
export const nameAndLogin = ({ name, username }: Any): string => (username ? `${name}(${username})` : String(name))
export const fullName = ({ full_value, value, id }: Any): string => String(full_value ?? value ?? id)
export const nameAndValue = ({ name, value }: Any): string => `${name}:${value}`

export const nodeOptions: RemoteSpec = { url: NODES, multiple: true, labelOf: fullName }

/** Assets are found in their tree, or by their names. */
export const assetPicker: TreeSelectSpec = {
  title: words.assetsAmount,
  tree: { url: NODE_TREE, label: words.node },
  list: {
    url: ASSETS,
    name: 'AssetChoice',
    columns: ['hostname', 'ip'],
    // Whoever chooses is in the middle of something else.
    link: false,
  },
  options: { url: `${ASSETS}?fields_size=mini`, multiple: true, labelOf: hostAndIp },
}
