// The pictures of the product that a client finds in the public settings, drawn here: no file to lose, sharp at any size.
import { label } from '@drawbridge/resource'
import type { Route } from '../../platform/http/route.ts'

/** 185 × 55, for the head of the dark side menu. */
const logoText = `<svg xmlns="http://www.w3.org/2000/svg" width="185" height="55" viewBox="0 0 185 55">
<g transform="translate(10 11)">
<rect width="32" height="32" rx="7" fill="#0e7a64"/>
<path d="M6 26V6h2.6v2.8h2.3V6h2.6v20z" fill="#fff"/>
<path d="M14.6 24.4 26 19.6" fill="none" stroke="#fff" stroke-width="3"/>
<path d="M13 9.6 25 19.6" fill="none" stroke="#fff" stroke-width="1.5"/>
</g>
<text x="52" y="34" fill="#fff" font-family="-apple-system, 'Segoe UI', Roboto, sans-serif" font-size="20" font-weight="600">Drawbridge</text>
</svg>
`

/** 492 × 472, beside the login form: the bridge at dusk. */
const loginImage = `<svg xmlns="http://www.w3.org/2000/svg" width="492" height="472" viewBox="0 0 492 472">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#10202b"/><stop offset="1" stop-color="#0e7a64"/></linearGradient></defs>
<rect width="492" height="472" fill="url(#sky)"/>
<circle cx="366" cy="104" r="30" fill="#e9f5f1" opacity=".85"/>
<path d="M0 330 80 282l70 34 92-62 84 50 70-30 96 52v116H0z" fill="#0b3f39" opacity=".75"/>
<path d="M84 396V168h26v24h24v-24h28v24h24v-24h26v228z" fill="#dfeeea"/>
<path d="M124 396v-62a24 24 0 0 1 48 0v62z" fill="#123a36"/>
<path d="M212 372 396 300" fill="none" stroke="#f3faf8" stroke-width="12"/>
<path d="M206 214 384 300M206 240 340 318" fill="none" stroke="#f3faf8" stroke-width="3"/>
<path d="M404 396V284h58v112z" fill="#dfeeea"/>
<path d="M0 396h492v76H0z" fill="#0a2f2c"/>
<path d="M24 424h120M190 440h150M372 420h96M60 454h90" stroke="#1d5a52" stroke-width="3" stroke-linecap="round"/>
</svg>
`

const image = (name: string, svg: string): Route => ({
  method: 'GET',
  path: `/core/static/${name}`,
  access: ['anonymous'],
  alone: true,
  page: true,
  doc: { summary: label('图片', 'Picture') },
  run: async () => ({ status: 200, body: svg, headers: { 'content-type': 'image/svg+xml; charset=utf-8' } }),
})

export const imageRoutes: readonly Route[] = [image('logo-text.svg', logoText), image('login-image.svg', loginImage)]
