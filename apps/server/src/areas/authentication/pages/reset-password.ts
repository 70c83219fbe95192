import { type Asking, form } from './form.ts'
import { type Html, html } from './html.ts'
import { type Frame, page } from './layout.ts'
import { paths } from './paths.ts'
import { type Lang, words } from './words.ts'

export type PasswordRules = { minLength: number; upper: boolean; lower: boolean; number: boolean; special: boolean }

/** `token`, when given, travels in the body; the form never posts to an address that carries it. */
export type ResetPasswordPage = Frame & Asking & { username?: string; rules: PasswordRules; token?: string }

export const resetPasswordPage = (input: ResetPasswordPage): string => {
  const { lang, rules, token } = input
  const say = words.reset
  return page({
    ...input,
    title: say.title[lang],
    body: html`<section class="sheet">
<h1>${say.title[lang]}</h1>
${form({
  ...input,
  action: paths.reset,
  hidden: { token },
  owner: input.username,
  fields: [
    {
      name: 'new_password',
      label: words.field.newPassword[lang],
      kind: 'new-password',
      hint: ruleList(lang, rules),
      script: html`minlength="${rules.minLength}" data-strength`,
    },
    {
      name: 'confirm_password',
      label: words.field.confirmPassword[lang],
      kind: 'new-password',
      script: html`data-same-as="new_password" data-differs="${words.problem.mismatch[lang]}"`,
    },
  ],
  submit: say.submit[lang],
})}
</section>`,
  })
}

const ruleList = (lang: Lang, rules: PasswordRules): Html => {
  const say = words.reset
  const classes = (['upper', 'lower', 'number', 'special'] as const).filter((name) => rules[name])
  return html`<p id="rules-label">${say.rules[lang]}</p>
<ul class="rules" aria-labelledby="rules-label">
<li data-rule="length" data-least="${rules.minLength}">${say.length[lang](rules.minLength)}</li>
${classes.map((name) => html`<li data-rule="${name}">${say[name][lang]}</li>`)}
</ul>
<p hidden>${say.strength[lang]}<output for="new_password" data-weak="${say.weak[lang]}" data-fair="${say.fair[lang]}" data-strong="${say.strong[lang]}"></output></p>`
}
