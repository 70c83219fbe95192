// The two cookies of a visit: the secret one, and the token that scripts of ours repeat, by whose presence the console knows of a login.
import { alphanumericToken } from '../../platform/auth/token.ts'
import { CSRF_COOKIE, CSRF_LENGTH, VISIT_COOKIE } from '../../platform/auth/visits.ts'
import type { Visit } from '../../platform/context.ts'
import type { Call } from '../../platform/http/route.ts'

type Door = Pick<Call, 'request' | 'reply'>

const common = ({ request }: Door, maxAge?: number) =>
  ({ path: '/', sameSite: 'lax', secure: request.secure, maxAge }) as const

/** Without `maxAge` both end with the browser. */
export const giveVisit = (door: Door, { cookie, visit }: { cookie: string; visit: Visit }, maxAge?: number): void => {
  door.reply.setCookie(VISIT_COOKIE, cookie, { ...common(door, maxAge), httpOnly: true })
  door.reply.setCookie(CSRF_COOKIE, visit.csrf, common(door, maxAge))
}

export const takeVisit = (door: Door): void => {
  for (const name of [VISIT_COOKIE, CSRF_COOKIE]) door.reply.clearCookie(name, common(door))
}

/** The token for a form: that of the visit, else one that cookie and form both carry. */
export const formToken = ({ ctx, request, reply }: Call): string => {
  const known = request.cookies[CSRF_COOKIE]
  const wanted = ctx.visit?.csrf ?? (known && wellFormed.test(known) ? known : alphanumericToken(CSRF_LENGTH))
  if (wanted !== known) reply.setCookie(CSRF_COOKIE, wanted, common({ request, reply }))
  return wanted
}

const wellFormed = new RegExp(`^[A-Za-z0-9]{${CSRF_LENGTH}}$`)
