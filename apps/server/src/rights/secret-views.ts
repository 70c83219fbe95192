// Secrets are opened only with a word in the log.
import { recordDeeds } from '../engine/audit.ts'
import type { Ctx } from '../platform/context.ts'

export type SecretName = 'password' | 'private_key' | 'token'

/** A stored secret in the clear. Whoever is given it must be on record: see `recordViews`. */
export const opened = (
  table: string,
  name: SecretName,
  sealed: string | null | undefined,
  { services }: Ctx,
): string | null => (sealed ? services.secrets.open(sealed, `${table}.${name}`) : null)

export interface View {
  readonly path: string
  readonly id: string
  readonly title: string
  readonly org_id: string
  /** Which secrets were shown, by name. */
  readonly secrets: readonly string[]
  /** For what: the asset that is connected to, the list that was exported. */
  readonly purpose: string
}

/** Who was shown which secrets, and for what. Never the secrets. */
export const recordViews = (views: readonly View[], ctx: Ctx): Promise<void> =>
  recordDeeds(
    views.map(({ path, id, title, org_id, secrets, purpose }) => ({
      action: 'view' as const,
      path,
      id,
      title,
      org_id,
      diff: { secrets: [null, [...secrets]] as const, purpose: [null, purpose] as const },
    })),
    ctx,
  )

/** The names of the secrets that are there. */
export const namesOf = (shown: Readonly<Record<string, unknown>>): string[] =>
  ['password', 'private_key', 'token'].filter((name) => shown[name])
