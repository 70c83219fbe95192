import { type Asking, form } from './form.ts'
import { html } from './html.ts'
import { type Frame, page } from './layout.ts'
import { otpField } from './otp-field.ts'
import { paths } from './paths.ts'
import { words } from './words.ts'

export type OtpPage = Frame & Asking

export const otpPage = (input: OtpPage): string => {
  const { lang } = input
  const say = words.otp
  return page({
    ...input,
    title: say.title[lang],
    body: html`<section class="sheet">
<h1>${say.title[lang]}</h1>
<p>${say.text[lang]}</p>
${form({
  ...input,
  action: paths.otp,
  fields: [otpField(lang, { auto: true })],
  submit: say.submit[lang],
  sending: say.sending[lang],
  afterSubmit: html`<p class="after"><a href="${paths.logout}">${say.cancel[lang]}</a></p>`,
})}
<p class="foot">${say.lost[lang]}</p>
</section>`,
  })
}
