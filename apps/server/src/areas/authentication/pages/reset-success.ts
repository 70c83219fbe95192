import type { Frame } from './layout.ts'
import { messagePage } from './message.ts'
import { paths } from './paths.ts'
import { words } from './words.ts'

export const resetSuccessPage = (input: Frame): string => {
  const { lang } = input
  return messagePage({
    ...input,
    title: words.resetSuccess.title[lang],
    text: words.resetSuccess.text[lang],
    tone: 'success',
    link: { text: words.frame.toLogin[lang], url: paths.login },
  })
}
