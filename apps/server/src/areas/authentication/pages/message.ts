import { type Html, html } from './html.ts'
import { icon, type Tone } from './icons.ts'
import { type Frame, page, type Refresh } from './layout.ts'
import { ownPath } from './own-path.ts'

export type MessagePage = Frame & {
  title: string
  text: string
  tone: Tone
  link?: { text: string; url: string }
  refresh?: Refresh
  more?: Html
}

export const messagePage = ({ link, more, ...input }: MessagePage): string =>
  page({
    ...input,
    body: html`<section class="sheet message">
<h1 class="${input.tone}">${icon(input.tone)}${input.title}</h1>
<p${input.refresh && countdown(input.refresh)}>${input.text}</p>
${link && html`<p><a class="button primary" href="${ownPath(link.url)}">${link.text}</a></p>`}
${more}
</section>`,
  })

const countdown = ({ seconds, url }: Refresh) => html` data-go="${ownPath(url)}" data-after="${seconds}"`
