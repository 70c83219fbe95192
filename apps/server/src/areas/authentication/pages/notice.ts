import { type Html, html, type Piece } from './html.ts'
import { icon, type Tone } from './icons.ts'

/** A boxed line that must be read first. Troubles interrupt a screen reader, news waits its turn. */
export const notice = (tone: Tone, text: Piece): Html => {
  const role = tone === 'danger' || tone === 'warning' ? 'alert' : 'status'
  return html`<div class="notice ${tone}" role="${role}">${icon(tone)}<div>${text}</div></div>`
}
