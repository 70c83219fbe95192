// Markup that cannot be injected into: whatever is put into a template is text unless it is already Html.

export const html = (chunks: TemplateStringsArray, ...values: readonly Piece[]): Html => {
  let markup = chunks[0] ?? ''
  values.forEach((value, index) => {
    // Without quotes a space in the value would begin a new attribute, and escaping cannot help.
    if (/\s[\w:-]+=$/.test(chunks[index] ?? '')) throw new TypeError('An attribute value needs quotes')
    markup += render(value) + chunks[index + 1]
  })
  return new Html(markup)
}

export type Piece = string | number | Html | false | null | undefined | readonly Piece[]

export class Html {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString() {
    return this.#markup
  }
}

/** Only for markup made by our own code, never for anything a person or a host could have chosen. */
export const trusted = (markup: string): Html => new Html(markup)

const render = (value: Piece): string => {
  if (value === undefined || value === null || value === false) return ''
  if (value instanceof Html) return value.toString()
  if (Array.isArray(value)) return value.map(render).join('')
  return escapeText(String(value))
}

const escapeText = (text: string) => text.replace(/[&<>"'`\0]/g, (character) => entities[character] ?? '')

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
  '\0': '\ufffd',
}
