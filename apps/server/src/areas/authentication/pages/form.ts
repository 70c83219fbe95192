// A form as data: what is asked, what was wrong, where it goes.

import { type Html, html, type Piece } from './html.ts'
import { icon } from './icons.ts'
import { notice } from './notice.ts'
import { ownPath } from './own-path.ts'
import { type Lang, words } from './words.ts'

/** `field` is the name of the input at fault; without it the problem is about the form as a whole. */
export type Problem = { text: string; field?: string }

/** What every page with a form is given besides its frame. */
export type Asking = { csrf: string; next?: string; problems?: readonly Problem[] }

export type Field = {
  name: string
  label: string
  kind: keyof typeof kinds
  value?: string
  hint?: Piece
  /** Attributes the script looks for. */
  script?: Html
}

export type Form = Asking & {
  lang: Lang
  action: string
  fields: readonly Field[]
  hidden?: Readonly<Record<string, string | undefined>>
  /** Whose password is asked, for password managers; shown to nobody. */
  owner?: string
  submit: string
  sending?: string
  tone?: 'danger'
  beforeSubmit?: Html
  afterSubmit?: Html
}

export const form = (asked: Form): Html => {
  const {
    lang,
    action,
    csrf,
    next,
    fields,
    hidden = {},
    owner,
    problems = [],
    submit,
    tone,
    beforeSubmit,
    afterSubmit,
  } = asked
  const kept = { csrfmiddlewaretoken: csrf, next: ownPath(next, '') || undefined, ...hidden }
  const focus = focused(fields, problems)
  return html`${problems.length > 0 && summary(problems, fields)}
<form method="post" action="${action}">
${Object.entries(kept).map(
  ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`,
)}
${owner && html`<input type="text" hidden autocomplete="username" value="${owner}">`}
${fields.map((field) => {
  const wrong = problems.filter((problem) => problem.field === field.name)
  return input(field, { lang, wrong, alone: fields.length === 1, focus: field === focus })
})}
${beforeSubmit}
<button type="submit" class="button ${tone ?? 'primary'}" data-busy="${asked.sending ?? words.frame.sending[lang]}">${submit}</button>
${afterSubmit}
</form>`
}

const summary = (problems: readonly Problem[], fields: readonly Field[]) => {
  const items = problems.map((problem) => {
    const { text, field } = problem
    if (!fields.some(({ name }) => name === field)) return html`<span>${text}</span>`
    const first = problems.find((other) => other.field === field) === problem
    return html`<a${first && html` id="${field}-summary"`} href="#${field}">${text}</a>`
  })
  return notice('danger', items.length === 1 ? items : html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`)
}

// The first field at fault, else the first still empty: a name typed before is not typed again.
const focused = (fields: readonly Field[], problems: readonly Problem[]) =>
  fields.find(({ name }) => problems.some(({ field }) => field === name)) ??
  fields.find(({ value }) => !value) ??
  fields[0]

type State = { lang: Lang; wrong: readonly Problem[]; alone: boolean; focus: boolean }

const input = ({ name, label, kind, value, hint, script }: Field, { lang, wrong, alone, focus }: State) => {
  // In a form of one field the summary stands right above it, and saying it twice helps nobody.
  const inPlace = !alone && wrong.length > 0
  const explained = wrong.length > 0 && (alone ? `${name}-summary` : `${name}-problem`)
  const about = [explained, hint && `${name}-hint`].filter(Boolean)
  const secret = kind === 'password' || kind === 'new-password'
  return html`<div class="field ${kind}">
<label for="${name}">${label}</label>
<div class="control"><input id="${name}" name="${name}" ${kinds[kind]} required${
    value && html` value="${value}"`
  }${focus && html` autofocus`}${wrong.length > 0 && html` aria-invalid="true"`}${
    about.length > 0 && html` aria-describedby="${about.join(' ')}"`
  }${script && html` ${script}`}>${secret && reveal(name, lang)}</div>
${inPlace && html`<p class="problem" id="${name}-problem">${icon('danger')}<span>${wrong.map(({ text }) => text).join(' ')}</span></p>`}
${hint && html`<div class="hint" id="${name}-hint">${hint}</div>`}
</div>`
}

const reveal = (name: string, lang: Lang) =>
  html`<button type="button" class="reveal" hidden data-script data-reveal="${name}" aria-controls="${name}" aria-pressed="false" aria-label="${words.frame.showPassword[lang]}" title="${words.frame.showPassword[lang]}">${icon('eye', 'strike')}</button>`

const kinds = {
  username: html`type="text" maxlength="128" autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false"`,
  email: html`type="email" maxlength="254" autocomplete="email" autocapitalize="none" spellcheck="false"`,
  password: html`type="password" maxlength="1024" autocomplete="current-password"`,
  'new-password': html`type="password" maxlength="128" autocomplete="new-password"`,
  code: html`type="text" inputmode="numeric" pattern="[0-9]{6}" maxlength="6" autocomplete="one-time-code" spellcheck="false"`,
} as const
