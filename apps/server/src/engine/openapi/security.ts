// The ways to say who is calling.
import { type Lang, label, type Schema } from '@drawbridge/resource'
import type { Route } from '../../platform/http/route.ts'

const schemes = {
  session: [
    { type: 'apiKey', in: 'cookie', name: 'sessionid' },
    label(
      '浏览器登录后的 Cookie；修改操作还需要 CSRF 请求头',
      'The cookie of a browser; changes need the CSRF header too',
    ),
  ],
  csrf: [
    { type: 'apiKey', in: 'header', name: 'X-CSRFToken' },
    label('与 Cookie csrftoken 的值相同', 'Repeats the value of the cookie csrftoken'),
  ],
  bearer: [
    { type: 'http', scheme: 'bearer' },
    label('由 POST /api/v1/authentication/auth/ 签发', 'Issued by POST /api/v1/authentication/auth/'),
  ],
  token: [
    { type: 'apiKey', in: 'header', name: 'Authorization' },
    label('“Token {私有令牌}”', '"Token {private token}"'),
  ],
  signature: [
    { type: 'http', scheme: 'signature' },
    label(
      '访问密钥的 HTTP 签名（hmac-sha256），至少覆盖 (request-target) 和 date；有内容的修改请求还需覆盖 digest',
      'HTTP signature with an access key (hmac-sha256) over at least (request-target) and date; over the digest too where a change has a body',
    ),
  ],
  sign: [
    { type: 'apiKey', in: 'header', name: 'Authorization' },
    label('“Sign {访问密钥 ID}:{签名}”，并带有 Date 请求头', '"Sign {access key id}:{signature}" with a Date header'),
  ],
  bootstrap: [
    { type: 'apiKey', in: 'header', name: 'Authorization' },
    label('“BootstrapToken {令牌}”，供组件注册使用', '"BootstrapToken {token}", for components that register'),
  ],
} as const

export const securitySchemes = (lang: Lang): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(schemes).map(([name, [scheme, says]]) => [name, { ...scheme, description: says[lang] }]),
  )

/** Undefined: as the document says for all. */
export const securityOf = ({ access }: Route): Record<string, string[]>[] | undefined => {
  if (access.includes('anonymous')) return []
  if (access.length === 1 && access[0] === 'bootstrap') return [{ bootstrap: [] }]
  return undefined
}
