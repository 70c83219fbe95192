import { html } from './html.ts'
import type { Frame } from './layout.ts'
import { messagePage } from './message.ts'
import { paths } from './paths.ts'
import { words } from './words.ts'

/** Says the same whether or not the address belongs to anybody, so that accounts cannot be probed. */
export const forgotSentPage = (input: Frame): string => {
  const { lang } = input
  const say = words.forgotSent
  return messagePage({
    ...input,
    title: say.title[lang],
    text: say.text[lang],
    more: html`<p class="foot">${say.hint[lang]}</p>`,
    tone: 'info',
    link: { text: words.frame.backToLogin[lang], url: paths.login },
  })
}
