// Applications by category and type, and where the applications and accounts of one type are listed.
import { APPLICATIONS, SYSTEM_USERS } from './addresses.ts'

export interface Kind {
  readonly category: string
  readonly type: string
}

/** Of remote apps one logs in to the server they run on. */
export const accountsFor = ({ category, type }: Kind): string =>
  `${SYSTEM_USERS}?protocol=${category === 'remote_app' ? 'rdp' : type}`

export const appsFor = ({ category, type }: Kind): string => `${APPLICATIONS}?category=${category}&type=${type}`

export const KINDS = [
  ['remote_app', ['chrome', 'mysql_workbench', 'vmware_client', 'custom']],
  ['db', ['mysql', 'oracle', 'postgresql', 'mariadb']],
  ['cloud', ['k8s']],
] as const

/** Those that need no licence. */
export const FREE: readonly string[] = ['mysql', 'k8s']

export const isKind = ({ category, type }: Kind): boolean =>
  KINDS.some(([one, types]) => one === category && (types as readonly string[]).includes(type))
