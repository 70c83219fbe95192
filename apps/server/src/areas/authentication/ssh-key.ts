// A new SSH key pair for a person: the server keeps the public part, the person gets the private one, once.
import { label, MASK } from '@drawbridge/resource'
import { csrfFailed, notAuthenticated } from '@drawbridge/wire'
import { recordDeeds } from '../../engine/audit.ts'
import { generateKeyPair } from '../../platform/auth/ssh-key.ts'
import type { Answer, Call, Route } from '../../platform/http/route.ts'
import { formToken } from './form-token.ts'
import { frameOf, isOwnForm, pagesAt, show } from './page.ts'
import { paths } from './pages/paths.ts'
import { sshKeyPage } from './pages/ssh-key.ts'

// The console opens this address as a link. A link proves nothing about who wanted it and cannot carry a token, and the old key would be
// gone: so the link leads to a page with a button, and only the button makes a key.
export const sshKeyRoutes = (): Route[] =>
  pagesAt(paths.sshKey, label('生成 SSH 密钥', 'Generate an SSH key'), ['user'], {
    GET: async (call) => show(sshKeyPage({ ...frameOf(call), csrf: formToken(call) })),
    POST: generate,
  })

async function generate(call: Call): Promise<Answer> {
  const { ctx } = call
  if (ctx.me.via !== 'session') throw notAuthenticated()
  if (!isOwnForm(call)) throw csrfFailed()
  const { id, username, name } = ctx.me
  const pair = generateKeyPair(`${username}@drawbridge`)
  await ctx.atomically(async (ctx) => {
    await ctx.db.updateTable('users_users').set({ public_key: pair.publicKey }).where('id', '=', id).execute()
    const diff = { public_key: [MASK, MASK] } as const
    await recordDeeds([{ action: 'update', path: 'users/users', id, title: `${name}(${username})`, diff }], ctx)
  })
  return {
    status: 200,
    headers: {
      'content-type': 'application/x-pem-file',
      'content-disposition': `attachment; filename="${fileName(username)}.pem"`,
    },
    body: pair.privateKey.reveal(),
  }
}

const fileName = (username: string): string => username.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 64) || 'key'
