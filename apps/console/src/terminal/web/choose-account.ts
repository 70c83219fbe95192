// As whom to go to an asset or a database: the grant may leave a choice.
import type { Goal } from '@drawbridge/wire'
import { get } from '../../api/client.ts'
import { MY_APPLICATIONS, MY_ASSETS, type Target } from './assets-pane.tsx'

export interface Account {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly priority: number
  readonly protocol: string
  /** Permissions for applications name none. */
  readonly actions?: readonly string[]
}

/** What the web terminal speaks. */
const TERMINALS = ['ssh', 'telnet']
const DATABASES = ['mysql', 'mariadb', 'postgresql']

export interface Wanted {
  /** Any of these actions is enough; databases know none. */
  readonly anyOf?: readonly string[]
  readonly protocols?: readonly string[]
}

/** The most important first, as the user list of a menu would have it. */
export const accountsOn = async (
  { id, database }: Target,
  { anyOf = ['connect'], protocols = TERMINALS }: Wanted = {},
): Promise<Account[]> => {
  const all = await get<Account[]>(`${database ? MY_APPLICATIONS : MY_ASSETS}${id}/system-users/`, { flash: false })
  const spoken = database ? DATABASES.filter((one) => one === database) : protocols
  return all
    .filter(
      ({ protocol, actions }) =>
        spoken.includes(protocol) && (actions === undefined || anyOf.some((action) => actions.includes(action))),
    )
    .sort((a, b) => b.priority - a.priority || a.name.localeCompare(b.name))
}

export const goalOf = ({ id, database }: Target, account: Account): Goal => ({
  ...(database ? { application: id } : { asset: id }),
  system_user: account.id,
  protocol: account.protocol,
})

/** What a tab is called. */
export const nameOf = (target: Target, { username, name }: Account): string => `${username || name}@${target.name}`
