import type { Field } from './form.ts'
import { html } from './html.ts'
import { type Lang, words } from './words.ts'

/** `auto` sends the form with the sixth digit; steps that take protection away wait for the button. */
export const otpField = (lang: Lang, { auto }: { auto: boolean }): Field => ({
  name: 'otp_code',
  label: words.field.otpCode[lang],
  kind: 'code',
  hint: html`${words.field.otpHint[lang]}${auto && html`<span hidden data-script>${lang === 'en' && ' '}${words.field.otpAuto[lang]}</span>`}`,
  script: html`data-code="${auto ? 'auto' : 'wait'}"`,
})
