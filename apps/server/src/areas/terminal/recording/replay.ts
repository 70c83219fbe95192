// Recordings as the contract has them: one file to play, one archive to take away. Made from the chunks, or kept as it came.
import { Readable } from 'node:stream'
import { label } from '@drawbridge/resource'
import { asciicast, readEvents } from '@drawbridge/terminal'
import { Refusal, refusal } from '@drawbridge/wire'
import { showRows } from '../../../engine/read.ts'
import { openBuiltFiles } from '../../../platform/built-files.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Upload } from '../../../platform/http/bodies.ts'
import { type Answer, type Call, created, ok, type Route } from '../../../platform/http/route.ts'
import { componentOf } from '../component.ts'
import { sessions } from '../session.ts'
import { chunkFile, type Recording, recordingOf, replayStore, type SessionRow, wholeFile } from './book.ts'
import { type PagePlayer, pageOf } from './page.ts'
import { arrangeCarrying, type Reading, readingOf } from './places.ts'
import { recordWatching, WATCHERS } from './play.ts'
import { type Member, tar } from './tar.ts'
import { watched } from './watched.ts'

const area = 'terminal'
const PATH = '/api/v1/terminal/sessions/:id/replay/'
const at = (id: string, more = '') => `/api/v1/terminal/sessions/${id}/replay/${more}`

const noReplay = () => {
  const wording = label('没有找到录像文件', 'Not found replay file, and not remote storage set')
  return new Refusal('not_found', 404, wording, (lang) => ({ error: wording[lang] }))
}

export const replayRoutes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    access: WATCHERS,
    doc: { area, summary: label('回放信息', 'How to play a session') },
    run: (call) => describe(call),
  },
  {
    method: 'POST',
    path: PATH,
    access: ['app'],
    doc: { area, summary: label('上传录像', 'Send a recording as one file'), status: 201 },
    run: (call) => take(call),
  },
  {
    method: 'GET',
    path: `${PATH}file/`,
    access: WATCHERS,
    doc: { area, summary: label('录像文件', 'A recording as one file'), media: 'application/json' },
    run: (call) => file(call),
  },
  {
    method: 'GET',
    path: `${PATH}download/`,
    access: WATCHERS,
    doc: { area, summary: label('下载录像', 'Download a recording'), media: 'application/x-tar' },
    run: (call) => download(call),
  },
  {
    method: 'GET',
    path: `${PATH}page/`,
    access: WATCHERS,
    doc: { area, summary: label('下载可直接播放的网页', 'Download a page that plays a recording'), media: 'text/html' },
    run: (call) => takeAway(call),
  },
]

type Chunked = { readonly recording: Recording; readonly reading: Reading }
type Found = Chunked | { readonly whole: Buffer }

const find = async (row: SessionRow, ctx: Ctx): Promise<Found> => {
  const recording = await recordingOf(row, ctx.db)
  const reading = await readingOf(row.id, ctx.services)
  if (recording) return { recording, reading }
  const whole = await reading(wholeFile(row))
  if (!whole) throw noReplay()
  return { whole }
}

const GRAPHIC = new Set(['rdp', 'vnc'])

const describe = async ({ ctx, params }: Call): Promise<Answer> => {
  const row = await watched(params.id!, ctx)
  await find(row, ctx)
  const [shown] = await showRows(sessions, [row.id], ctx)
  const { user, asset, system_user, date_start, date_end } = shown!
  return ok({
    type: GRAPHIC.has(row.protocol) ? 'guacamole' : 'json',
    src: at(row.id, 'file/'),
    user,
    asset,
    system_user,
    date_start,
    date_end,
    download_url: at(row.id, 'download/'),
  })
}

const bad = (msg: string) => new Refusal('invalid', 401, label(msg, msg), () => ({ msg: { file: [msg] } }))

/** Once: a recording that is there is not replaced by another. */
const take = async ({ ctx, params, body }: Call): Promise<Answer> => {
  await componentOf(ctx)
  const row = await watched(params.id!, ctx)
  const sent = (body as { file?: Upload | string } | undefined)?.file
  if (!sent || typeof sent === 'string' || sent.bytes.length === 0) throw bad('No file was submitted.')
  const reading = await readingOf(row.id, ctx.services)
  const known = (await recordingOf(row, ctx.db)) ? 'chunks' : await reading(wholeFile(row))
  if (known === 'chunks' || (known && !known.equals(sent.bytes))) throw bad('The session has a recording already.')
  if (!known) {
    await replayStore(ctx.services).put(wholeFile(row), sent.bytes)
    await ctx.atomically(async ({ db, reader }) => {
      await db.updateTable('terminal_sessions').set({ has_replay: true }).where('id', '=', row.id).execute()
      await arrangeCarrying({ ...row, has_replay: true }, db, reader.now)
    })
  }
  return created({ url: at(row.id, 'file/') })
}

const file = async ({ ctx, params, reply }: Call): Promise<Answer | undefined> => {
  const row = await watched(params.id!, ctx)
  const found = await find(row, ctx)
  await recordWatching(row, ctx)
  if ('whole' in found) {
    reply.type('application/gzip').send(found.whole)
    return undefined
  }
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    stream: await begun(timed(found)),
  }
}

/** With its first part at hand: where there is none, a refusal can still be said. */
const begun = async (parts: AsyncGenerator<Buffer>): Promise<Readable> => {
  const first = await parts.next()
  const rest = async function* () {
    if (!first.done) yield first.value
    yield* parts
  }
  return Readable.from(rest(), { objectMode: false })
}

/** What the player of the contract reads: an object of outputs, each under the second it came. */
async function* timed(found: Chunked): AsyncGenerator<Buffer> {
  let open = '{'
  for await (const bytes of bytesOf(found)) {
    const outputs = new Map<string, string>()
    for (const event of readEvents(bytes)) {
      if (event.kind !== 'output') continue
      const second = (event.at / 1000).toFixed(3)
      outputs.set(second, (outputs.get(second) ?? '') + event.data)
    }
    for (const [second, data] of outputs) {
      yield Buffer.from(`${open}${JSON.stringify(second)}:${JSON.stringify(data)}`)
      open = ','
    }
  }
  yield Buffer.from(open === '{' ? '{}' : '}')
}

const missing = (no: number) => new Error(`chunk ${no} of a recording is not in its storage`)

async function* bytesOf({ recording: { folder, manifest }, reading }: Chunked): AsyncGenerator<Buffer> {
  for (const { no } of manifest.chunks) {
    const bytes = await reading(chunkFile(folder, no))
    if (!bytes) throw missing(no)
    yield bytes
  }
}

async function* castOf(found: Chunked): AsyncGenerator<Buffer> {
  const { manifest } = found.recording
  const [head = ''] = asciicast(manifest, [])
  yield Buffer.from(head)
  for await (const bytes of bytesOf(found)) {
    const [, ...lines] = asciicast(manifest, [bytes])
    yield Buffer.from(lines.join(''))
  }
}

const download = async ({ ctx, params }: Call): Promise<Answer> => {
  const row = await watched(params.id!, ctx)
  const found = await find(row, ctx)
  await recordWatching(row, ctx)
  const [shown] = await showRows(sessions, [row.id], ctx, { detail: true })
  const about = Buffer.from(JSON.stringify(shown, null, 2))
  const date = row.date_start
  const one = (name: string, bytes: Buffer): Member => ({ name, size: bytes.length, date, parts: [bytes] })
  const played =
    'whole' in found
      ? one(`${row.id}.replay.gz`, found.whole)
      : // Read twice rather than held: the length stands before the bytes.
        {
          name: `${row.id}.cast`,
          size: await lengthOf(castOf(found)),
          date,
          parts: castOf(found),
        }
  return {
    status: 200,
    headers: {
      'content-type': 'application/x-tar',
      'content-disposition': `attachment; filename="${row.id}.tar"`,
    },
    stream: Readable.from(tar([one(`${row.id}.json`, about), played]), { objectMode: false }),
  }
}

const noPlayer = refusal('terminal.no-player', 503, {
  zh: '控制台尚未构建，无法生成可播放的网页',
  en: 'The console is not built, and with it the player for the page',
})

const built = openBuiltFiles()

const player = async (): Promise<PagePlayer> => {
  const [script, sheet] = await Promise.all(['js', 'css'].map((kind) => built.read(`offline/player.${kind}`)))
  if (!script || !sheet) throw noPlayer()
  return { script: script.bodies.identity.toString('utf8'), sheet: sheet.bodies.identity.toString('utf8') }
}

const takeAway = async ({ ctx, params }: Call): Promise<Answer> => {
  const row = await watched(params.id!, ctx)
  const found = await find(row, ctx)
  const parts = await player()
  await recordWatching(row, ctx)
  const [shown] = await showRows(sessions, [row.id], ctx)
  const { user, asset, system_user, protocol, remote_addr, date_start } = shown!
  const manifest = 'whole' in found ? {} : { manifest: { ...found.recording.manifest, is_finished: row.is_finished } }
  const about = { user, asset, facts: [system_user, protocol, remote_addr, date_start], ...manifest }
  return {
    status: 200,
    headers: {
      // Never shown as a page of ours, whoever asks for it.
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${row.id}.html"`,
    },
    stream: await begun(pageOf(parts, { about, blocks: blocksOf(found) })),
  }
}

async function* blocksOf(found: Found): AsyncGenerator<[string, Uint8Array]> {
  if ('whole' in found) {
    yield ['whole', found.whole]
    return
  }
  let no = 0
  for await (const bytes of bytesOf(found)) yield [`chunk-${no++}`, bytes]
}

const lengthOf = async (parts: AsyncIterable<Uint8Array>): Promise<number> => {
  let length = 0
  for await (const part of parts) length += part.length
  return length
}
