// Which rule decides over a login to an asset. Pure: takes rules and who goes where, gives the rule.
import { ANY } from '@drawbridge/model'
import { isAmong } from './addresses.ts'

export interface LoginAssetRule {
  readonly id: string
  readonly name: string
  readonly priority: number
  readonly is_active: boolean
  readonly action: 'login_confirm' | 'reject' | 'accept'
  readonly users: { readonly username_group: readonly string[] }
  readonly assets: { readonly ip_group: readonly string[]; readonly hostname_group: readonly string[] }
  readonly system_users: {
    readonly name_group: readonly string[]
    readonly username_group: readonly string[]
    readonly protocol_group: readonly string[]
  }
}

export interface AssetLogin {
  readonly user: { readonly username: string }
  readonly asset: { readonly hostname: string; readonly ip: string }
  readonly systemUser: { readonly name: string; readonly username: string; readonly protocol: string }
}

/** The active rule that matches, the highest priority first; among equals the list's own order, by name. */
export const decidingRule = <R extends LoginAssetRule>(rules: readonly R[], login: AssetLogin): R | undefined =>
  rules.filter((rule) => rule.is_active && matches(rule, login)).sort(byPriority)[0]

const byPriority = (a: LoginAssetRule, b: LoginAssetRule): number =>
  b.priority - a.priority || compare(a.name, b.name) || compare(a.id, b.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const matches = ({ users, assets, system_users }: LoginAssetRule, login: AssetLogin): boolean =>
  holds(users.username_group, login.user.username) &&
  holds(assets.hostname_group, login.asset.hostname) &&
  isAmong(login.asset.ip, assets.ip_group) &&
  holds(system_users.name_group, login.systemUser.name) &&
  holds(system_users.username_group, login.systemUser.username) &&
  holds(system_users.protocol_group, login.systemUser.protocol)

const holds = (group: readonly string[], value: string): boolean => group.includes(ANY) || group.includes(value)

/** The name somebody arrives with on the asset: their own, the one they type, or that of the system user. */
export const arrivesAs = (
  systemUser: { readonly username: string; readonly login_mode: string; readonly username_same_with_user: boolean },
  user: { readonly username: string },
  typed: string | undefined,
): string => {
  if (systemUser.username_same_with_user) return user.username
  return (systemUser.login_mode === 'manual' && typed) || systemUser.username
}
