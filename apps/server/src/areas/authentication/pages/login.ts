import { type Asking, form } from './form.ts'
import { html } from './html.ts'
import { type Frame, page } from './layout.ts'
import { notice } from './notice.ts'
import { ownPath } from './own-path.ts'
import { paths } from './paths.ts'
import { words } from './words.ts'

export type LoginPage = Frame &
  Asking & { username?: string; autoLogin?: boolean; lockedMinutes?: number; notices?: readonly string[] }

export const loginPage = (input: LoginPage): string => {
  const { lang, brand, username, autoLogin, lockedMinutes, notices = [] } = input
  const say = words.login
  const picture = ownPath(brand.imageUrl, '')
  return page({
    ...input,
    title: say.title[lang],
    shape: picture ? 'pictured' : 'card',
    body: html`${picture && html`<img class="picture" src="${picture}" alt="">`}
<section class="sheet">
<h1>${brand.loginTitle || say.title[lang]}</h1>
${notices.map((text) => notice('info', text))}
${lockedMinutes !== undefined && notice('warning', say.locked[lang](Math.max(1, Math.ceil(lockedMinutes))))}
${form({
  ...input,
  action: paths.login,
  fields: [
    { name: 'username', label: words.field.username[lang], kind: 'username', value: username },
    { name: 'password', label: words.field.password[lang], kind: 'password' },
  ],
  submit: say.submit[lang],
  sending: say.sending[lang],
  beforeSubmit: html`<div class="row">
<label class="check"><input type="checkbox" id="auto_login" name="auto_login" value="on"${autoLogin && html` checked`}>${say.autoLogin[lang]}</label>
<a href="${paths.forgot}">${say.forgot[lang]}</a>
</div>`,
})}
</section>`,
  })
}
