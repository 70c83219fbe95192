// What browsers are told to hold us to, on every answer.
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "object-src 'none'",
].join('; ')

const always: readonly (readonly [string, string])[] = [
  ['content-security-policy', policy],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cache-control', 'no-store'],
]

const secured = [...always, ['strict-transport-security', 'max-age=31536000'] as const]

export const securityHeaders = (secure: boolean): readonly (readonly [string, string])[] => (secure ? secured : always)
