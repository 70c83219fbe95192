// The two cookies of a visit: the secret one, and the token that scripts of ours repeat, by whose presence the console knows of a login.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Visit } from '../context.ts'
import { CSRF_COOKIE, VISIT_COOKIE } from './visits.ts'

export interface Door {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Without `maxAge` both end with the browser. */
export const giveVisit = (door: Door, { cookie, visit }: { cookie: string; visit: Visit }, maxAge?: number): void => {
  door.reply.setCookie(VISIT_COOKIE, cookie, { ...common(door, maxAge), httpOnly: true })
  giveToken(door, visit.csrf, maxAge)
}

export const giveToken = (door: Door, csrf: string, maxAge?: number): void => {
  door.reply.setCookie(CSRF_COOKIE, csrf, common(door, maxAge))
}

export const takeVisit = (door: Door): void => {
  for (const name of [VISIT_COOKIE, CSRF_COOKIE]) door.reply.clearCookie(name, common(door))
}

const common = ({ request }: Door, maxAge?: number) =>
  ({ path: '/', sameSite: 'lax', secure: request.secure, maxAge }) as const
