import { html } from './html.ts'
import type { Frame } from './layout.ts'
import { messagePage } from './message.ts'
import { paths } from './paths.ts'
import { words } from './words.ts'

/** `reference` is what an administrator finds again in the log, such as the request id. */
export type ServerErrorPage = Frame & { reference?: string }

export const serverErrorPage = ({ reference, ...input }: ServerErrorPage): string => {
  const { lang } = input
  return messagePage({
    ...input,
    title: words.serverError.title[lang],
    text: words.serverError.text[lang],
    tone: 'danger',
    link: { text: words.frame.home[lang], url: paths.home },
    more: reference
      ? html`<p class="foot">${words.serverError.reference[lang]} <code>${reference}</code></p>`
      : undefined,
  })
}
