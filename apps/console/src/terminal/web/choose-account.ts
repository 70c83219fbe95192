// As whom to go to an asset: the grant may leave a choice.
import { get } from '../../api/client.ts'
import { MY_ASSETS } from './assets-pane.tsx'

export interface Account {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly priority: number
  readonly protocol: string
  readonly actions: readonly string[]
}

/** What the web terminal speaks. */
const PROTOCOL = 'ssh'

/** The most important first, as the user list of a menu would have it. Any of the actions is enough. */
export const accountsOn = async (asset: string, anyOf: readonly string[] = ['connect']): Promise<Account[]> => {
  const all = await get<Account[]>(`${MY_ASSETS}${asset}/system-users/`, { flash: false })
  return all
    .filter(({ protocol, actions }) => protocol === PROTOCOL && anyOf.some((action) => actions.includes(action)))
    .sort((a, b) => b.priority - a.priority || a.name.localeCompare(b.name))
}
