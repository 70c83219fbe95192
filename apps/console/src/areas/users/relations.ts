// Addresses of people and groups, and who is in which: both detail pages change the same rows.
import { del, post } from '../../api/client.ts'

export const USERS = '/api/v1/users/users/'
export const GROUPS = '/api/v1/users/groups/'
const RELATIONS = '/api/v1/users/users-groups-relations/'

export const joinGroups = (pairs: readonly { user: string; usergroup: string }[]): Promise<unknown> =>
  post(RELATIONS, pairs)

export const leaveGroup = (user: string, usergroup: string): Promise<unknown> =>
  del(RELATIONS, { query: { user, usergroup } })

export const nameAndLogin = ({ name, username }: Record<string, any>): string => `${name}(${username})`
