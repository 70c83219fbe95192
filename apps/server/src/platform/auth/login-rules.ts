// Rules about who may come in from where. They hold for every way in: a login, a token, a signed call.
import { sql } from 'kysely'
import type { Db } from '../context.ts'

export interface Arriving {
  readonly user: string
  readonly address: string
  readonly now: Date
}

/** Areas add theirs. */
export interface LoginRule<Facts = any> {
  /** What the rule must know, as an SQL expression over the user `u`: read together with the user, as every signed call waits for it. */
  readonly facts: string
  /** Says whether this user may come in like this. */
  admits(facts: Facts, arriving: Arriving): boolean
}

export const loginRules = new Set<LoginRule>()

/** For a statement that reads the user `u`. */
export const factsOfRules = (): string => `jsonb_build_array(${[...loginRules].map(({ facts }) => facts).join(', ')})`

/** Every rule must agree. */
export const isAdmitted = (facts: readonly unknown[], arriving: Arriving): boolean =>
  [...loginRules].every((rule, i) => rule.admits(facts[i], arriving))

export const mayComeIn = async ({ db, ...arriving }: Arriving & { readonly db: Db }): Promise<boolean> => {
  const { rows } = await sql<{ facts: unknown[] }>`
    select ${sql.raw(factsOfRules())} as facts from users_users u where u.id = ${arriving.user}
  `.execute(db)
  return rows[0] !== undefined && isAdmitted(rows[0].facts, arriving)
}
