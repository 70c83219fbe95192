// The language of a browser, and the empty catalogue that old pages ask for.
import { label } from '@drawbridge/resource'
import { pathNotFound } from '@drawbridge/wire'
import { ownPath } from '../../platform/auth/own-path.ts'
import { LANGUAGE_COOKIE } from '../../platform/http/reader.ts'
import type { Route } from '../../platform/http/route.ts'
import { goTo, pagesAt } from './page.ts'

const YEAR = 365 * 86_400
const languages: Readonly<Record<string, string>> = {
  'zh-hans': 'zh-hans',
  'zh-cn': 'zh-hans',
  zh: 'zh-hans',
  en: 'en',
}

export const languageRoutes = (): Route[] => [
  ...pagesAt('/core/i18n/:lang/', label('切换语言', 'Change the language'), ['anonymous'], {
    GET: async ({ params, query, request, reply }) => {
      const language = languages[params.lang!.toLowerCase()]
      if (!language) throw pathNotFound()
      // Readable by scripts: the console speaks the language it names.
      reply.setCookie(LANGUAGE_COOKIE, language, { path: '/', maxAge: YEAR, sameSite: 'lax', secure: request.secure })
      return goTo(ownPath(query.next, '/'))
    },
  }),
  ...pagesAt('/core/jsi18n/', label('脚本词条', 'Script catalogue'), ['anonymous'], {
    GET: async () => ({
      status: 200,
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
      body: catalogue,
    }),
  }),
]

const catalogue = `'use strict'
{
  const same = (text) => text
  const plural = (one, many, count) => (count === 1 ? one : many)
  Object.assign(globalThis, { django: { catalog: {}, gettext: same, ngettext: plural }, gettext: same, ngettext: plural })
}
`
