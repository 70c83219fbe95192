// How refusals and failures look to somebody with a browser.
import type { Label } from '@drawbridge/resource'
import type { Faces } from '../../platform/http/app.ts'
import { withNext } from './page.ts'
import { messagePage } from './pages/message.ts'
import { notFoundPage } from './pages/not-found.ts'
import { paths } from './pages/paths.ts'
import { serverErrorPage } from './pages/server-error.ts'
import { words } from './pages/words.ts'

const titles: Readonly<Record<number, Label>> = {
  403: { zh: '没有权限', en: 'Not allowed' },
  405: { zh: '不支持的请求', en: 'Not supported' },
  413: { zh: '内容过大', en: 'Too large' },
  503: { zh: '暂时不可用', en: 'Not available right now' },
}
const anyTitle: Label = { zh: '请求未被接受', en: 'The request was refused' }

const frame = { brand: { loginTitle: '' } }

export const faces: Faces = {
  refusal: ({ status, wording }, { lang }) =>
    status === 404
      ? notFoundPage({ ...frame, lang })
      : messagePage({
          ...frame,
          lang,
          title: (titles[status] ?? anyTitle)[lang],
          text: wording[lang],
          tone: status < 500 ? 'warning' : 'danger',
          link: { text: words.frame.home[lang], url: paths.home },
        }),
  failure: ({ lang }) => serverErrorPage({ ...frame, lang }),
  loginPath: (next) => withNext(paths.login, next === '/' || next === paths.console ? undefined : next),
}
