import { alphanumericToken } from '../../platform/auth/token.ts'
import { giveToken } from '../../platform/auth/visit-cookies.ts'
import { CSRF_COOKIE, CSRF_LENGTH } from '../../platform/auth/visits.ts'
import type { Call } from '../../platform/http/route.ts'

/** The token for a form: that of the visit, else one that cookie and form both carry. */
export const formToken = ({ ctx, request, reply }: Call): string => {
  const known = request.cookies[CSRF_COOKIE]
  const wanted = ctx.visit?.csrf ?? (known && wellFormed.test(known) ? known : alphanumericToken(CSRF_LENGTH))
  if (wanted !== known) giveToken({ request, reply }, wanted)
  return wanted
}

const wellFormed = new RegExp(`^[A-Za-z0-9]{${CSRF_LENGTH}}$`)
