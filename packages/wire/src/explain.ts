// How a server explains rights: why somebody reaches something, who reaches it, and what an unsaved rule would change.

interface Called {
  readonly id: string
  readonly name: string
}

export type RuleState =
  | 'grants'
  | 'inactive'
  | 'expired'
  | 'not_started'
  | 'no_actions'
  | 'no_system_user'
  | 'no_protocol'

export interface Visitor extends Called {
  readonly username: string
  /** Names of the system users. */
  readonly system_users: readonly string[]
  readonly rules: readonly Called[]
}

/** What somebody gains and loses. */
export interface Difference {
  readonly gained: number
  readonly lost: number
  /** Some of them, by name. */
  readonly gained_names: readonly string[]
  readonly lost_names: readonly string[]
}

export interface Change extends Difference {
  readonly user: Called & { readonly username: string }
}

export interface Preview {
  readonly users_amount: number
  readonly gained_amount: number
  readonly lost_amount: number
  /** False where so many people are affected that not all were looked at. */
  readonly exact: boolean
  readonly changes: readonly Change[]
}
