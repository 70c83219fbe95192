// A recording as one page that plays itself, anywhere and without a network. It comes from a target that may be hostile: all of it stands in the
// page as base64, in blocks that are no scripts, and the page lets only the script run that we wrote into it.
import { createHash } from 'node:crypto'

export interface PagePlayer {
  readonly script: string
  readonly sheet: string
}

export interface PageContent {
  /** Of the session, for the head of the page. */
  readonly about: unknown
  /** Each under its name. */
  readonly blocks: AsyncIterable<readonly [name: string, bytes: Uint8Array]>
}

export async function* pageOf({ script, sheet }: PagePlayer, { about, blocks }: PageContent): AsyncGenerator<Buffer> {
  const [code, style] = [contained(script, 'script'), contained(sheet, 'style')]
  const policy = `default-src 'none'; script-src '${hashOf(code)}'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'`
  yield Buffer.from(
    `<!doctype html>\n<html lang="zh-CN">\n<head>\n<meta charset="utf-8">\n` +
      `<meta http-equiv="Content-Security-Policy" content="${policy}">\n` +
      `<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Drawbridge</title>\n` +
      `<style>${style}</style>\n</head>\n<body>\n`,
  )
  yield block('about', Buffer.from(JSON.stringify(about)))
  for await (const [name, bytes] of blocks) yield block(name, bytes)
  yield Buffer.from(`<script type="module">${code}</script>\n</body>\n</html>\n`)
}

const block = (name: string, bytes: Uint8Array): Buffer =>
  Buffer.from(`<script type="text/plain" id="${name}">${Buffer.from(bytes).toString('base64')}</script>\n`)

/** Our own text, which must not end its element before its end. */
const contained = (text: string, element: string): string => {
  if (new RegExp(`</${element}|<!--`, 'i').test(text)) throw new Error(`the player would end its own <${element}>`)
  return text
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
