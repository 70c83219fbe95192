import type { Frame } from './layout.ts'
import { messagePage } from './message.ts'
import { paths } from './paths.ts'
import { words } from './words.ts'

export type OtpSettingsSuccessPage = Frame & { change: 'enabled' | 'disabled' | 'updated' }

export const otpSettingsSuccessPage = ({ change, ...input }: OtpSettingsSuccessPage): string => {
  const { lang } = input
  return messagePage({
    ...input,
    title: words.settingsSuccess[change][lang],
    text: words.settingsSuccess.text[lang],
    tone: 'success',
    link: { text: words.frame.toLogin[lang], url: paths.login },
  })
}
