import { type Html, html, type Piece } from './html.ts'
import { type Frame, page } from './layout.ts'
import { notice } from './notice.ts'
import { paths } from './paths.ts'
import { type Lang, words } from './words.ts'

export type HomePage = Frame & {
  csrf: string
  user: { name: string; username: string; email?: string; role?: string }
  organisation: string
  /** `forced`: on, and the person may not switch it off. */
  mfa: 'off' | 'on' | 'forced'
  notices?: readonly string[]
}

export const homePage = (input: HomePage): string => {
  const { lang, user, organisation, notices = [] } = input
  const say = words.home
  return page({
    ...input,
    title: say.title[lang],
    shape: 'wide',
    body: html`<section class="sheet">
<div class="row"><h1>${say.title[lang]}</h1><a class="button" href="${paths.logout}">${say.logout[lang]}</a></div>
${notices.map((text) => notice('success', text))}
<dl>
${fact(say.name[lang], user.name)}
${fact(words.field.username[lang], user.username)}
${fact(words.field.email[lang], user.email)}
${fact(say.role[lang], user.role)}
${fact(say.organisation[lang], organisation)}
</dl>
${mfa(input)}
${action({ title: say.key[lang], text: say.keyText[lang], controls: generate(lang, input.csrf) })}
${action({ title: say.docs[lang], text: say.docsText[lang], controls: link(paths.apiDocs, say.open[lang], say.docs[lang]) })}
</section>`,
  })
}

const fact = (name: string, value: string | undefined) =>
  value && html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`

const mfa = ({ lang, mfa }: HomePage) => {
  const say = words.home
  const about = say.mfa[lang]
  return action({
    title: html`${about} <span class="badge ${mfa === 'off' ? 'off' : 'on'}">${say[mfa === 'off' ? 'off' : 'on'][lang]}</span>`,
    text: mfa === 'forced' ? say.mfaForced[lang] : say.mfaText[lang],
    controls: [
      mfa === 'off' && link(paths.otpEnable, say.enable[lang], about),
      mfa === 'on' && link(paths.otpDisable, say.disable[lang], about),
      mfa !== 'off' && link(paths.otpUpdate, say.update[lang], about),
    ],
  })
}

const action = ({ title, text, controls }: { title: Piece; text: string; controls: Piece }): Html =>
  html`<div class="action"><div><h2>${title}</h2><p>${text}</p></div><div class="controls">${controls}</div></div>`

// A list of links is heard out of its rows, where "Open" alone says nothing.
const link = (url: string, text: string, about: string): Html =>
  html`<a class="button" href="${url}">${text}<span class="heard"> ${about}</span></a>`

const generate = (lang: Lang, csrf: string): Html =>
  html`<form method="post" action="${paths.sshKey}" data-download><input type="hidden" name="csrfmiddlewaretoken" value="${csrf}"><button type="submit" class="button">${words.home.generate[lang]}<span class="heard"> ${words.home.key[lang]}</span></button></form>`
