import type { Frame } from './layout.ts'
import { messagePage } from './message.ts'
import { ownPath } from './own-path.ts'
import { paths } from './paths.ts'
import { words } from './words.ts'

export type LogoutPage = Frame & { loginUrl?: string }

export const RETURN_AFTER_SECONDS = 1

export const logoutPage = ({ loginUrl, ...input }: LogoutPage): string => {
  const { lang } = input
  const url = ownPath(loginUrl, paths.login)
  return messagePage({
    ...input,
    title: words.logout.title[lang],
    text: words.logout.text[lang],
    tone: 'success',
    link: { text: words.frame.backToLogin[lang], url },
    refresh: { seconds: RETURN_AFTER_SECONDS, url },
  })
}
