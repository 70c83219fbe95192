import { html } from './html.ts'
import { type Frame, page } from './layout.ts'
import { paths } from './paths.ts'
import { words } from './words.ts'

export type SshKeyPage = Frame & { csrf: string }

export const sshKeyPage = (input: SshKeyPage): string => {
  const { lang, csrf } = input
  const say = words.home
  return page({
    ...input,
    title: say.key[lang],
    body: html`<section class="sheet">
<h1>${say.key[lang]}</h1>
<p>${say.keyText[lang]}</p>
<form method="post" action="${paths.sshKey}" data-download>
<input type="hidden" name="csrfmiddlewaretoken" value="${csrf}">
<button type="submit" class="button primary">${say.generate[lang]}</button>
<p class="after"><a href="${paths.home}">${words.frame.cancel[lang]}</a></p>
</form>
</section>`,
  })
}
