// What every page route needs: a frame, a form, an answer, and where to go next.
import { loginTitleOf } from '@drawbridge/model'
import type { Label } from '@drawbridge/resource'
import { Refusal } from '@drawbridge/wire'
import { ownPath } from '../../platform/auth/own-path.ts'
import { requireCsrf } from '../../platform/http/csrf.ts'
import type { Answer, Call, Method, Route } from '../../platform/http/route.ts'
import type { Frame } from './pages/layout.ts'
import { paths } from './pages/paths.ts'

export const frameOf = ({ ctx, request }: Call): Frame => ({
  lang: ctx.reader.lang,
  brand: { loginTitle: loginTitleOf(ctx.services.settings.values, ctx.reader.lang) },
  here: request.url,
})

export const show = (markup: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: markup,
})

export const goTo = (location: string): Answer => ({ status: 302, headers: { location } })

/** Where a page leads when it is done: a path of this site, and not one that undoes a login. */
export const nextOf = ({ query, body }: Call): string | undefined => {
  const next = ownPath(formOf(body).next ?? query.next, '')
  return next === '' || next.startsWith(paths.login) || next.startsWith(paths.logout) ? undefined : next
}

export const withNext = (path: string, next: string | undefined): string =>
  next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`

/** The texts of a form; anything else in it counts as left out. */
export const formOf = (body: unknown): Readonly<Record<string, string | undefined>> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || Buffer.isBuffer(body)) return {}
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string'))
}

/** Whether a form came from a page of ours. A form left open too long is no attack: its page asks again. */
export const isOwnForm = ({ ctx, request }: Call): boolean => {
  try {
    requireCsrf(request, ctx.visit)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

type Pages = Partial<Record<Extract<Method, 'GET' | 'POST'>, Route['run']>>

/** Pages at one address. Forms check their own token, also those that come before a login. */
export const pagesAt = (path: string, summary: Label, access: Route['access'], runs: Pages): Route[] =>
  (Object.entries(runs) as [keyof Pages, Route['run']][]).map(([method, run]) => ({
    method,
    path,
    access,
    page: true,
    ownCsrf: true,
    doc: { area: 'authentication', summary },
    run,
  }))
