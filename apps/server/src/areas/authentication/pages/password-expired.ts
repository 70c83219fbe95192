import type { Frame } from './layout.ts'
import { messagePage } from './message.ts'
import { words } from './words.ts'

export type PasswordExpiredPage = Frame & { resetUrl: string }

export const passwordExpiredPage = ({ resetUrl, ...input }: PasswordExpiredPage): string => {
  const say = words.expired
  return messagePage({
    ...input,
    title: say.title[input.lang],
    text: say.text[input.lang],
    tone: 'warning',
    link: { text: say.action[input.lang], url: resetUrl },
  })
}
