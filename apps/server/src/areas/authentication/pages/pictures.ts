// Pictures that clients of the contract ask for by name.
import { logoSvg } from './logo.ts'

const gate = logoSvg.replace(/^<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '')

/** The mark with the name beside it. */
export const wordmarkSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="32" viewBox="0 0 160 32">
${gate}<text x="42" y="22" font-family="system-ui, sans-serif" font-size="18" font-weight="600" fill="#fff">Drawbridge</text>
</svg>
`

/** A calm field with the mark on it, beside the login form. */
export const pictureSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="640" viewBox="0 0 960 640">
<rect width="960" height="640" fill="#0a5c4b"/>
<path d="M0 470 240 400 480 460 720 380 960 450V640H0Z" fill="#0e7a64"/>
<path d="M0 540 320 490 640 550 960 500V640H0Z" fill="#12927a"/>
<g transform="translate(400 200) scale(5)">${gate}</g>
</svg>
`

/** Somebody, when no picture of them was given. */
export const personSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">
<rect width="64" height="64" rx="32" fill="#d5e3df"/>
<circle cx="32" cy="25" r="11" fill="#0e7a64"/>
<path d="M12 55c0-11 9-17 20-17s20 6 20 17a32 32 0 0 1-40 0Z" fill="#0e7a64"/>
</svg>
`
