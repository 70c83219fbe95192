// Passwords and public keys as they come in: refused in words, kept in their clean form.
import { label, type Problems } from '@drawbridge/resource'
import { passwordProblem } from '../../platform/auth/credentials.ts'
import { parsePublicKey } from '../../platform/auth/ssh-key.ts'
import type { Ctx } from '../../platform/context.ts'

const weak = label('密码不满足安全规则', 'Password does not match security rules')
const noKey = label('SSH公钥不合法', 'Not a valid ssh public key')

/** The contract's sentence, then which rule it is. */
export const badPassword = async (
  password: string,
  user: { readonly id: string } | undefined,
  ctx: Ctx,
): Promise<string[] | undefined> => {
  const problem = await passwordProblem(ctx, { password, user })
  return problem ? [weak[ctx.reader.lang], problem] : undefined
}

export const keyProblem = (key: string | null | undefined, { reader }: Ctx): Problems | undefined =>
  key && !parsePublicKey(key) ? { public_key: [noKey[reader.lang]] } : undefined

export const savedKey = (key: string | null | undefined): { public_key?: string } =>
  key ? { public_key: parsePublicKey(key)!.line } : {}
