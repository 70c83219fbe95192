import { type Asking, form } from './form.ts'
import { html, trusted } from './html.ts'
import { type Frame, page } from './layout.ts'
import { otpField } from './otp-field.ts'
import { otpSteps } from './otp-steps.ts'
import { ownPath } from './own-path.ts'
import { paths } from './paths.ts'
import type { QrSvg } from './qr.ts'
import { words } from './words.ts'

export type OtpBindPage = Frame & Asking & { qr: QrSvg; secret: string; cancelUrl?: string }

export const otpBindPage = (input: OtpBindPage): string => {
  const { lang, qr, secret, cancelUrl } = input
  const say = words.bind
  return page({
    ...input,
    title: say.title[lang],
    body: html`<section class="sheet">
${otpSteps(lang, 'bind')}
<h1>${say.title[lang]}</h1>
<p>${say.scan[lang]}</p>
<div class="binding">
<div class="qr" role="img" aria-label="${say.qr[lang]}">${trusted(qr)}</div>
<div><p class="hint">${say.secret[lang]}</p><p class="secret"><code>${groups(secret)}</code></p></div>
</div>
${form({
  ...input,
  action: paths.otpBind,
  fields: [otpField(lang, { auto: true })],
  submit: say.submit[lang],
  afterSubmit: html`<p class="after"><a href="${ownPath(cancelUrl)}">${words.frame.cancel[lang]}</a></p>`,
})}
</section>`,
  })
}

const groups = (secret: string) => secret.match(/.{1,4}/gs)?.join(' ')
