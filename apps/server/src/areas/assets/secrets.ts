// Keys and passwords of accounts, checked as they come in.
import { label, type Problems } from '@drawbridge/resource'
import { readPrivateKey } from '../../platform/auth/private-key.ts'
import { parsePublicKey } from '../../platform/auth/ssh-key.ts'
import type { Ctx } from '../../platform/context.ts'
import { opened } from '../../rights/secret-views.ts'

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
