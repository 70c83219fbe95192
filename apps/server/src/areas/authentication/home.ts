// One's own account on one page, for browsers without scripts and where no console is built.
import { systemRoles } from '@drawbridge/model'
import { label } from '@drawbridge/resource'
import type { Answer, Call, Route } from '../../platform/http/route.ts'
import { findAccount, isMfaForced, needsMfa } from './account.ts'
import { formToken } from './form-token.ts'
import { frameOf, pagesAt, show } from './page.ts'
import { homePage } from './pages/home.ts'
import { paths } from './pages/paths.ts'

export const homeRoutes = (): Route[] =>
  pagesAt(paths.account, label('我的账号', 'My account'), ['user'], { GET: showHome })

async function showHome(call: Call): Promise<Answer> {
  const { ctx } = call
  const { lang } = ctx.reader
  const account = (await findAccount(ctx, 'id', ctx.me.id))!
  const isOn = account.otp_secret !== null && needsMfa(ctx, account)
  return show(
    homePage({
      ...frameOf(call),
      csrf: formToken(call),
      user: {
        name: account.name,
        username: account.username,
        email: account.email,
        role: systemRoles.find(([role]) => role === account.role)?.[1][lang],
      },
      organisation: ctx.org.name,
      mfa: isOn ? (isMfaForced(ctx, account) ? 'forced' : 'on') : 'off',
    }),
  )
}
