// The call with which the console takes its leave. Always succeeds: afterwards, whoever called is out.
import { label } from '@drawbridge/resource'
import { parseAuthorization } from '../../platform/auth/authorization.ts'
import { hashToken } from '../../platform/auth/token.ts'
import { takeVisit } from '../../platform/auth/visit-cookies.ts'
import { closeVisit } from '../../platform/auth/visits.ts'
import { ok, type Route } from '../../platform/http/route.ts'
import { formOf, isOwnForm } from './page.ts'

export const signOffRoutes = (): Route[] => [
  {
    method: 'POST',
    path: '/vue-admin-template/user/logout',
    access: ['anonymous'],
    ownCsrf: true,
    doc: { area: 'authentication', summary: label('退出登录', 'Log out') },
    run: async (call) => {
      const { ctx, request } = call
      // Another site may send this too, and gets the same answer; but nothing ends.
      if (ctx.visit && isOwnForm(call)) {
        await closeVisit(ctx.db, ctx.visit.id)
        takeVisit(call)
      }
      const header = parseAuthorization(request.headers.authorization)
      const tokens = [formOf(call.body).token, header.kind === 'bearer' ? header.token : undefined]
      for (const token of tokens)
        if (token) await ctx.db.deleteFrom('bearer_tokens').where('id', '=', hashToken(token)).execute()
      return ok({ code: 20_000, data: 'success' })
    },
  },
]
