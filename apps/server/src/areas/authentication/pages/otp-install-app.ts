import { html } from './html.ts'
import { type Frame, page } from './layout.ts'
import { otpSteps } from './otp-steps.ts'
import { ownPath } from './own-path.ts'
import { paths } from './paths.ts'
import { words } from './words.ts'

export type OtpInstallAppPage = Frame & { bindUrl?: string; cancelUrl?: string }

export const otpInstallAppPage = (input: OtpInstallAppPage): string => {
  const { lang, bindUrl, cancelUrl } = input
  const say = words.installApp
  return page({
    ...input,
    title: say.title[lang],
    body: html`<section class="sheet">
${otpSteps(lang, 'app')}
<h1>${say.title[lang]}</h1>
<p>${say.text[lang]}</p>
<ul class="apps">
${apps.map((name) => html`<li>${name} <small>${say.platforms[lang]}</small></li>`)}
<li>${say.weixin[lang]}</li>
</ul>
<p class="hint">${say.clock[lang]}</p>
<p><a class="button primary" href="${ownPath(bindUrl, paths.otpBind)}">${say.action[lang]}</a></p>
<p class="after"><a href="${ownPath(cancelUrl)}">${words.frame.cancel[lang]}</a></p>
</section>`,
  })
}

const apps = ['Google Authenticator', 'Microsoft Authenticator', 'FreeOTP']
