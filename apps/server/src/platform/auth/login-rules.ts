// Rules about who may come in from where. They hold for every way in: a login, a token, a signed call.
import type { Db } from '../context.ts'

export interface Arriving {
  readonly db: Db
  readonly user: string
  readonly address: string
  readonly now: Date
}

/** Says whether this user may come in like this. Areas add theirs. */
export type LoginRule = (arriving: Arriving) => Promise<boolean>

export const loginRules = new Set<LoginRule>()

/** Every rule must agree. */
export const mayComeIn = async (arriving: Arriving): Promise<boolean> => {
  for (const rule of loginRules) if (!(await rule(arriving))) return false
  return true
}
