import { type Asking, form } from './form.ts'
import { html } from './html.ts'
import { type Frame, page } from './layout.ts'
import { otpField } from './otp-field.ts'
import { ownPath } from './own-path.ts'
import { paths } from './paths.ts'
import { words } from './words.ts'

export type OtpDisablePage = Frame & Asking & { cancelUrl?: string }

export const otpDisablePage = (input: OtpDisablePage): string => {
  const { lang, cancelUrl } = input
  const say = words.disable
  return page({
    ...input,
    title: say.title[lang],
    body: html`<section class="sheet">
<h1>${say.title[lang]}</h1>
<p>${say.text[lang]}</p>
${form({
  ...input,
  action: paths.otpDisable,
  fields: [otpField(lang, { auto: false })],
  submit: say.submit[lang],
  tone: 'danger',
  afterSubmit: html`<p class="after"><a href="${ownPath(cancelUrl)}">${words.frame.cancel[lang]}</a></p>`,
})}
</section>`,
  })
}
