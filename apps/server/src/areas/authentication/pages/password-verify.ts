import { type Asking, form } from './form.ts'
import { html } from './html.ts'
import { type Frame, page } from './layout.ts'
import { ownPath } from './own-path.ts'
import { paths } from './paths.ts'
import { words } from './words.ts'

export type PasswordVerifyPage = Frame & Asking & { username?: string; cancelUrl?: string }

export const passwordVerifyPage = (input: PasswordVerifyPage): string => {
  const { lang, cancelUrl } = input
  const say = words.verify
  return page({
    ...input,
    title: say.title[lang],
    body: html`<section class="sheet">
<h1>${say.title[lang]}</h1>
<p>${say.text[lang]}</p>
${form({
  ...input,
  action: paths.verify,
  owner: input.username,
  fields: [{ name: 'password', label: words.field.currentPassword[lang], kind: 'password' }],
  submit: say.submit[lang],
  afterSubmit: html`<p class="after"><a href="${ownPath(cancelUrl)}">${words.frame.cancel[lang]}</a></p>`,
})}
</section>`,
  })
}
