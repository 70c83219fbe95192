import { createHash } from 'node:crypto'
import { authCss } from './auth-css.ts'
import { authJs } from './auth-js.ts'
import { type Html, html } from './html.ts'
import { ownPath } from './own-path.ts'
import { languagePath, paths } from './paths.ts'
import { type Lang, words } from './words.ts'

/** Images are files of this site: the content policy loads no others. */
export type Brand = { loginTitle: string; logoUrl?: string; imageUrl?: string; faviconUrl?: string }

/** What every page is given. `here` is where a change of language comes back to. */
export type Frame = { lang: Lang; brand: Brand; here?: string; nonce?: string }

export type Refresh = { seconds: number; url: string }

export type Page = Frame & { title: string; body: Html; refresh?: Refresh; shape?: 'card' | 'pictured' | 'wide' }

export const page = ({ lang, brand, here, nonce, title, body, refresh, shape = 'card' }: Page): string =>
  html`<!doctype html>
<html lang="${tags[lang]}">
<head>
<meta charset="utf-8">
<title>${title} - ${words.frame.product[lang]}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="referrer" content="strict-origin">
<link rel="icon" href="${ownPath(brand.faviconUrl, paths.logo)}">
<link rel="stylesheet" href="${styles}"${nonceOf(nonce)}>
<script src="${script}" defer${nonceOf(nonce)}></script>
${refresh && withoutScript(refresh)}
</head>
<body class="${shape}">
<header>${brandMark(lang, brand)}${here !== undefined && languages(lang, here)}</header>
<main>${body}</main>
</body>
</html>
`.toString()

const tags = { zh: 'zh-Hans', en: 'en' } as const

const versioned = (path: string, content: string) =>
  `${path}?v=${createHash('sha256').update(content).digest('hex').slice(0, 8)}`
const styles = versioned(paths.css, authCss)
const script = versioned(paths.js, authJs)

const nonceOf = (nonce: string | undefined) => nonce !== undefined && html` nonce="${nonce}"`

// With scripts on, auth.js counts down and goes; two timers would race.
const withoutScript = ({ seconds, url }: Refresh) =>
  html`<noscript><meta http-equiv="refresh" content="${seconds};url=${ownPath(url)}"></noscript>`

const brandMark = (lang: Lang, { logoUrl }: Brand) =>
  ownPath(logoUrl, '')
    ? html`<p class="brand"><img src="${logoUrl}" alt="${words.frame.product[lang]}" height="32"></p>`
    : html`<p class="brand"><img src="${paths.logo}" alt="" width="28" height="28"><b>${words.frame.product[lang]}</b></p>`

const languages = (lang: Lang, here: string) => {
  // A secret in the address must not be copied into a second, logged one (T12).
  if (/[?&](?:token|authkey)=/i.test(here)) return undefined
  const next = ownPath(here)
  return html`<nav class="languages" aria-label="${words.frame.languages[lang]}">${choices.map(({ of, code, name }) =>
    of === lang
      ? html`<span lang="${tags[of]}" aria-current="true">${name}</span>`
      : html`<a href="${languagePath(code, next)}" lang="${tags[of]}" hreflang="${tags[of]}">${name}</a>`,
  )}</nav>`
}

const choices = [
  { of: 'zh', code: 'zh-hans', name: '中文' },
  { of: 'en', code: 'en', name: 'English' },
] as const
