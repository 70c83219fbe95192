import type { Frame } from './layout.ts'
import { messagePage } from './message.ts'
import { words } from './words.ts'

export type PasswordTooSimplePage = Frame & { resetUrl: string }

export const passwordTooSimplePage = ({ resetUrl, ...input }: PasswordTooSimplePage): string => {
  const say = words.tooSimple
  return messagePage({
    ...input,
    title: say.title[input.lang],
    text: say.text[input.lang],
    tone: 'warning',
    link: { text: say.action[input.lang], url: resetUrl },
  })
}
