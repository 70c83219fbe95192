// Keys and passwords of accounts: checked as they come in, opened only with a word in the log.
import { label, type Problems } from '@drawbridge/resource'
import { recordDeeds } from '../../engine/audit.ts'
import { readPrivateKey } from '../../platform/auth/private-key.ts'
import { parsePublicKey } from '../../platform/auth/ssh-key.ts'
import type { Ctx } from '../../platform/context.ts'

export interface Keys {
  password?: string | null
  private_key?: string | null
  public_key?: string | null
}

const badKey = label('密钥不合法', 'private key invalid')
const badPublicKey = label('SSH公钥不合法', 'Not a valid ssh public key')

/**
 * What is wrong with the key of a draft. The password is its passphrase, the stored one too where none is sent.
 * A good key is put into the draft as it is best kept, with the public half that belongs to it.
 */
export const keyProblem = async (
  draft: Keys,
  { table, row, ctx }: { table: string; row?: Keys; ctx: Ctx },
): Promise<Problems | undefined> => {
  const { lang } = ctx.reader
  if (draft.private_key) {
    const passphrase = draft.password ?? opened(table, 'password', row?.password, ctx)
    const key = await readPrivateKey(draft.private_key, passphrase)
    if (!key) return { private_key: [badKey[lang]] }
    draft.private_key = key.text
    draft.public_key = key.publicKey
  } else if (draft.public_key) {
    const key = parsePublicKey(draft.public_key)
    if (!key) return { public_key: [badPublicKey[lang]] }
    draft.public_key = key.line
  }
  return undefined
}

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
