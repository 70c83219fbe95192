// What the server answers about a user and an asset, and about a rule that is not saved yet.
export const WHY = '/api/v1/perms/asset-permissions/why/'
export const VISITORS = '/api/v1/perms/asset-permissions/visitors/'
export const PREVIEW = '/api/v1/perms/asset-permissions/preview/'

/** Only our own server explains itself. */
export const CAPABILITY = 'explain'

export type RuleState =
  | 'grants'
  | 'inactive'
  | 'expired'
  | 'not_started'
  | 'no_actions'
  | 'no_system_user'
  | 'no_protocol'

export interface Reason {
  readonly rule: { readonly id: string; readonly name: string }
  readonly state: RuleState
  readonly text: string
}

export interface Account {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly protocol: string
  readonly actions: readonly string[]
}

export interface Answer {
  readonly granted: boolean
  readonly obstacles: readonly string[]
  readonly reasons: readonly Reason[]
  readonly system_users: readonly Account[]
}

export interface Visitor {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly system_users: readonly string[]
  readonly rules: readonly { readonly id: string; readonly name: string }[]
}

export interface Change {
  readonly user: { readonly id: string; readonly name: string; readonly username: string }
  readonly gained: number
  readonly lost: number
  readonly gained_assets: readonly string[]
  readonly lost_assets: readonly string[]
}

export interface Preview {
  readonly users_amount: number
  readonly gained_amount: number
  readonly lost_amount: number
  readonly exact: boolean
  readonly changes: readonly Change[]
}
