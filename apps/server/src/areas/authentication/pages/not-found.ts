import type { Frame } from './layout.ts'
import { messagePage } from './message.ts'
import { paths } from './paths.ts'
import { words } from './words.ts'

export const notFoundPage = (input: Frame): string => {
  const { lang } = input
  return messagePage({
    ...input,
    title: words.notFound.title[lang],
    text: words.notFound.text[lang],
    tone: 'info',
    link: { text: words.frame.home[lang], url: paths.home },
  })
}
