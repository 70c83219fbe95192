// Style, script and pictures of the product. Each has one content per version, so browsers may keep it.
import { createHash } from 'node:crypto'
import { label } from '@drawbridge/resource'
import type { Route } from '../../platform/http/route.ts'
import { pagesAt } from './page.ts'
import { authCss } from './pages/auth-css.ts'
import { authJs } from './pages/auth-js.ts'
import { logoSvg } from './pages/logo.ts'
import { paths } from './pages/paths.ts'
import { personSvg, pictureSvg, wordmarkSvg } from './pages/pictures.ts'

const [css, js, svg] = ['text/css; charset=utf-8', 'text/javascript; charset=utf-8', 'image/svg+xml']

// Addresses of the contract that clients know by heart end in .png or .ico; browsers go by the type.
const files: readonly (readonly [path: string, type: string, content: string])[] = [
  [paths.css, css, authCss],
  [paths.js, js, authJs],
  [paths.logo, svg, logoSvg],
  ['/favicon.ico', svg, logoSvg],
  ['/static/img/logo.png', svg, logoSvg],
  ['/static/img/logo_text.png', svg, wordmarkSvg],
  ['/static/img/login_image.png', svg, pictureSvg],
  ['/static/img/facio.ico', svg, logoSvg],
  ['/static/img/avatar/admin.png', svg, personSvg],
  ['/static/img/avatar/user.png', svg, personSvg],
]

export const fileRoutes = (): Route[] => files.flatMap(([path, type, content]) => fileAt(path, type, content))

const fileAt = (path: string, type: string, content: string): Route[] => {
  const etag = `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`
  return pagesAt(path, label('静态文件', 'Static file'), ['anonymous'], {
    GET: async ({ query, request }) => {
      // With its hash in the address a file never changes; without, a browser asks whether it has.
      const keep = query.v !== undefined && etag.startsWith(`"${query.v}`) && query.v.length >= 8
      const headers = { etag, 'cache-control': keep ? 'public, max-age=31536000, immutable' : 'no-cache' }
      if (request.headers['if-none-match'] === etag) return { status: 304, headers }
      return { status: 200, headers: { ...headers, 'content-type': type }, body: content }
    },
  }).map((route) => ({ ...route, alone: true }))
}
