import { type Asking, form } from './form.ts'
import { html } from './html.ts'
import { type Frame, page } from './layout.ts'
import { paths } from './paths.ts'
import { words } from './words.ts'

export type ForgotPasswordPage = Frame & Asking & { email?: string }

export const forgotPasswordPage = (input: ForgotPasswordPage): string => {
  const { lang, email } = input
  const say = words.forgot
  return page({
    ...input,
    title: say.title[lang],
    body: html`<section class="sheet">
<h1>${say.title[lang]}</h1>
<p>${say.text[lang]}</p>
${form({
  ...input,
  action: paths.forgot,
  fields: [{ name: 'email', label: words.field.email[lang], kind: 'email', value: email }],
  submit: say.submit[lang],
  afterSubmit: html`<p class="after"><a href="${paths.login}">${words.frame.backToLogin[lang]}</a></p>`,
})}
</section>`,
  })
}
