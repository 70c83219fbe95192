import { type Asking, form } from './form.ts'
import { html } from './html.ts'
import { type Frame, page } from './layout.ts'
import { otpField } from './otp-field.ts'
import { ownPath } from './own-path.ts'
import { paths } from './paths.ts'
import { words } from './words.ts'

export type OtpUpdatePage = Frame & Asking & { cancelUrl?: string }

export const otpUpdatePage = (input: OtpUpdatePage): string => {
  const { lang, cancelUrl } = input
  const say = words.update
  return page({
    ...input,
    title: say.title[lang],
    body: html`<section class="sheet">
<h1>${say.title[lang]}</h1>
<p>${say.text[lang]}</p>
${form({
  ...input,
  action: paths.otpUpdate,
  fields: [otpField(lang, { auto: true })],
  submit: words.frame.continue[lang],
  afterSubmit: html`<p class="after"><a href="${ownPath(cancelUrl)}">${words.frame.cancel[lang]}</a></p>`,
})}
</section>`,
  })
}
