// How long a person waits for the player: from the address to the first frame, and from a click to another moment, in a recording of a working day.
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openVisit } from '@drawbridge/server/platform/auth/visits'
import { newId } from '@drawbridge/server/platform/ids'
import { type Event, type Manifest, writeChunk } from '@drawbridge/terminal'
import type { BrowserContext, Page } from 'playwright-core'
import { type Figure, ofRuns, print, RUNS } from './browser/figure.ts'
import { openBrowser } from './browser/visit.ts'
import { openStage, type Stage } from './stage.ts'

const HOURS = 8
const CHUNK_MS = 5_000
const SCREEN_MS = 30_000
const CHUNKS = (HOURS * 3_600_000) / CHUNK_MS
/** Goal: from the address to a frame, and from a click to a frame. */
const GOAL_MS = 300
const A_DAY_IN_SECONDS = 86_400

const stage = await openStage()
const browser = await openBrowser()
try {
  const session = await record(stage)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await comeIn(stage, context)
  const at = (path: string) => new URL(path, stage.server.url).href
  const opened: number[] = []
  const openedLate: number[] = []
  // The first visit fills the cache of the browser; what is asked of the server is asked every time.
  for (let run = 0; run <= RUNS; run++) {
    const first = await open(context, at(`/luna/replay/${session}`))
    const late = await open(context, at(`/luna/replay/${session}?at=${(HOURS - 1) * 3_600_000}`))
    if (run > 0) opened.push(first)
    if (run > 0) openedLate.push(late)
  }
  const page = await context.newPage()
  await page.goto(at(`/luna/replay/${session}?at=0`))
  await page.waitForSelector('.db-player-line input')
  const sought: number[] = []
  for (let run = 0; run < RUNS; run++) sought.push(await seek(page, 0.07 + run * 0.13))
  const figures: Figure[] = [
    ofRuns('from the address to the first frame, warm cache', opened, GOAL_MS),
    ofRuns(`the same, at hour ${HOURS - 1}`, openedLate, GOAL_MS),
    ofRuns('from a click on the timeline to its frame, never read before', sought, GOAL_MS),
  ]
  console.log(`${HOURS} hours in ${CHUNKS.toLocaleString('en')} chunks; the reference is the goal of ${GOAL_MS} ms`)
  print(figures, browser.version())
} finally {
  await browser.close()
  await stage.close()
}

/** Milliseconds from the navigation until something of the recording is painted. */
async function open(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  await page.addInitScript(() => {
    const painted = new Promise<number>((done) => {
      const look = () => {
        const rows = document.querySelector('.db-player-room .xterm-rows')
        if (!rows?.textContent?.includes('line ')) return
        observer.disconnect()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => done(performance.now())
          port2.postMessage(0)
        })
      }
      const observer = new MutationObserver(look)
      observer.observe(document, { subtree: true, childList: true, characterData: true })
    })
    Object.assign(globalThis, { painted })
  })
  await page.goto(url)
  const took = await page.evaluate(() => (globalThis as unknown as { painted: Promise<number> }).painted)
  await page.close()
  return took
}

/** Milliseconds from the change of the timeline until the screen of that moment is painted. */
async function seek(page: Page, share: number): Promise<number> {
  return page.evaluate(async (share) => {
    const line = document.querySelector<HTMLInputElement>('.db-player-line input')!
    const to = Math.floor(Number(line.max) * share)
    const wanted = `chunk ${Math.floor(to / 5_000)} line`
    const start = performance.now()
    const done = new Promise<number>((resolve) => {
      const look = () => {
        if (!document.querySelector('.db-player-room .xterm-rows')?.textContent?.includes(wanted)) return
        observer.disconnect()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - start)
          port2.postMessage(0)
        })
      }
      const observer = new MutationObserver(look)
      observer.observe(document, { subtree: true, childList: true, characterData: true })
    })
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(line, String(to))
    line.dispatchEvent(new Event('input', { bubbles: true }))
    return done
  }, share)
}

async function comeIn({ server }: Stage, context: BrowserContext): Promise<void> {
  const { db } = server.services.database
  const now = new Date()
  const admin = await db
    .updateTable('users_users')
    .set({ is_first_login: false, date_password_last_updated: now })
    .where('username', '=', 'admin')
    .returning('id')
    .executeTakeFirstOrThrow()
  const { cookie, visit } = await openVisit(db, {
    user: admin.id,
    seconds: A_DAY_IN_SECONDS,
    address: '127.0.0.1',
    userAgent: 'bench',
    now,
  })
  const cookies = { sessionid: cookie, csrftoken: visit.csrf, django_language: 'en' }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: server.url })))
}

/** A session as a gateway records it: something every second, the screen every half minute. */
async function record({ bare, folder, org }: Stage): Promise<string> {
  const id = newId()
  const date = new Date(Date.now() - HOURS * 3_600_000)
  const place = `replay/${date.toISOString().slice(0, 10)}/${id}`
  await bare.query(
    `insert into terminal_sessions (id, org_id, "user", asset, "system_user", protocol, date_start, date_end, is_finished, has_replay, date_seen)
     values ($1, $2, 'Ann(ann)', 'web-01(10.1.1.10)', 'ops(root)', 'ssh', $3, now(), true, true, now())`,
    [id, org, date],
  )
  await bare.query('insert into terminal_recordings (session, folder, columns, rows) values ($1, $2, 120, 40)', [
    id,
    place,
  ])
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const lines: string[] = []
  const known: Manifest['chunks'][number][] = []
  let previous = ''
  await mkdir(join(folder, 'media', dirname(`${place}/x`)), { recursive: true })
  for (let no = 0; no < CHUNKS; no++) {
    const events: Event[] = no === 0 ? [{ at: 0, kind: 'resize', columns: 120, rows: 40 }] : []
    const from = no * CHUNK_MS
    if (no > 0 && from % SCREEN_MS === 0)
      events.push({ at: from, kind: 'screen', columns: 120, rows: 40, data: lines.slice(-39).join('\r\n') })
    for (let at = from; at < from + CHUNK_MS; at += 1_000) {
      const line = `chunk ${no} line ${at} ${'something that a program says '.repeat(3)}`.slice(0, 118)
      lines.push(line)
      events.push({ at, kind: 'output', data: `\r\n\u001b[3${at % 7}m${line}\u001b[0m` })
    }
    lines.splice(0, lines.length - 40)
    const chunk = writeChunk(id, no, events, previous, hash)
    previous = chunk.hash
    await writeFile(join(folder, 'media', place, `${String(no).padStart(6, '0')}.chunk`), chunk.bytes)
    known.push({ no, from: chunk.head.from, to: chunk.head.to, bytes: chunk.bytes.length, hash: chunk.hash })
  }
  await bare.query(
    `insert into terminal_chunks (session, no, hash, bytes, from_ms, to_ms)
     select $1, (c->>'no')::int, c->>'hash', (c->>'bytes')::int, (c->>'from')::bigint, (c->>'to')::bigint from jsonb_array_elements($2::jsonb) c`,
    [id, JSON.stringify(known)],
  )
  return id
}
