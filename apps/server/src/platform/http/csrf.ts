// A change asked for by a browser must come from our own pages: the header repeats the cookie, and the origin is ours.
import { csrfFailed } from '@drawbridge/wire'
import type { FastifyRequest } from 'fastify'
import { sameText } from '../auth/token.ts'
import { CSRF_COOKIE } from '../auth/visits.ts'
import type { Visit } from '../context.ts'

export const requireCsrf = (request: FastifyRequest, visit: Visit | undefined): void => {
  const cookie = request.cookies[CSRF_COOKIE]
  const header = request.headers['x-csrftoken']
  const form = (request.body as { csrfmiddlewaretoken?: unknown } | undefined)?.csrfmiddlewaretoken
  const given = typeof header === 'string' ? header : typeof form === 'string' ? form : undefined
  if (!cookie || !given || !sameText(cookie, given)) throw csrfFailed()
  if (visit && !sameText(visit.csrf, given)) throw csrfFailed()
  requireOwnOrigin(request)
}

/** Refuses what another site made the browser send; programs send no origin and pass. */
export const requireOwnOrigin = (request: FastifyRequest): void => {
  if (!isOwnOrigin(request)) throw csrfFailed()
}

const isOwnOrigin = ({ headers, host }: FastifyRequest): boolean => {
  if (headers['sec-fetch-site'] === 'cross-site') return false
  const origin = headers.origin ?? headers.referer
  if (typeof origin !== 'string' || origin === 'null') return headers.origin === undefined
  return URL.canParse(origin) && new URL(origin).host === host
}
