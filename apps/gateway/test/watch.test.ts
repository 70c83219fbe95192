import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEvents, readHead, verify, writeEvent } from '@drawbridge/terminal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Spool, sha256 } from '../src/watch/spool.ts'
import { Uploads } from '../src/watch/upload.ts'
import { MemoryServer } from './kit/memory-server.ts'
import { Place } from './kit/place.ts'
import { Typist, until } from './kit/ssh.ts'

let place: Place
let folder: string
beforeAll(async () => {
  place = await Place.open()
  folder = mkdtempSync(join(tmpdir(), 'drawbridge-watch-'))
  const rules = [
    { id: 'r1', type: 'command' as const, content: 'touch\nreboot', priority: 50, action: 'deny' as const },
    { id: 'r2', type: 'regex' as const, content: '^echo +forbidden', priority: 50, action: 'deny' as const },
  ]
  place.target('guarded', { rules })
})
afterAll(async () => {
  await place.close()
  rmSync(folder, { recursive: true, force: true })
})

const lastSession = () => [...place.server.finished.keys()].at(-1)!
const PROMPT = '# '

/** How many sessions are over, once those of the tests before are: their ends come after their clients have gone. */
const over = async (): Promise<number> => {
  const spool = join(place.folder, 'gateway/spool')
  await until(() => readdirSync(spool).length === 0, 'the end of the sessions before')
  return place.server.finished.size
}

const finished = async (count: number): Promise<void> => {
  await until(() => place.server.finished.size > count, 'the end of the session')
  await place.gateway.means.commands.flush()
}

describe('[T41] the guard', () => {
  const guarded = 'ann@ops@guarded@127.0.0.1'

  it('judges what is piped into a command, line by line, and passes nothing on after a line that is denied', async () => {
    const file = join(folder, 'piped')
    const fine = await place.ssh([guarded, 'sh'], {}, 'echo one\necho "two\nthree"\n')
    expect(fine).toMatchObject({ code: 0, out: 'one\ntwo\nthree\n' })
    const denied = await place.ssh([guarded, 'sh'], {}, `echo before\ntouch ${file}\necho after\n`)
    expect(denied.err).toContain('is forbidden')
    expect(denied.out).not.toContain('after')
    // Hidden in a word that goes over two lines, and without an end of its line.
    for (const input of [`echo "a\nb"; tou\\\nch ${file}\n`, `touch ${file}`])
      await place.ssh([guarded, 'sh'], {}, input)
    expect(existsSync(file)).toBe(false)
    await place.gateway.means.commands.flush()
    expect(place.server.said.filter(({ risk_level }) => risk_level === 5).map(({ input }) => input)).toContain(
      `touch ${file}`,
    )
  })

  it('watches a command that has a terminal like a shell', async () => {
    const file = join(folder, 'with-terminal')
    const ann = new Typist([guarded, 'bash --norc'], place.client())
    await ann.see(PROMPT)
    ann.type(`touch ${file}\r`)
    await ann.see('is forbidden')
    ann.type('exit\r')
    await ann.closed
    expect(existsSync(file)).toBe(false)
  })
})

describe('a session in a terminal', () => {
  it('has the screen written down in between, so that any moment is shown without reading what came before', async () => {
    const before = await over()
    const ann = place.type('ann@ops@web-01')
    await ann.see(PROMPT)
    ann.type('seq 1 120000; echo the end of $((50+50))\r')
    await ann.see('the end of 100')
    ann.type('exit\r')
    await ann.closed
    await finished(before)
    const chunks = place.server.chunks.get(lastSession())!
    const events = chunks.flatMap((bytes) => readEvents(bytes))
    const at = events.findLastIndex(({ kind }) => kind === 'screen')
    expect(at).toBeGreaterThan(0)
    const { data } = events[at] as { data: string }
    const shown = events.slice(0, at).flatMap((event) => (event.kind === 'output' ? [event.data] : []))
    const last = shown
      .join('')
      .match(/^\d+\r$/gm)!
      .slice(-5)
    for (const line of last) expect(data).toContain(line.trim())
  })

  it('is recorded whole, with each command as it was shown and what it answered', async () => {
    const before = await over()
    const ann = place.type('ann@ops@web-01')
    await ann.see(PROMPT)
    ann.type('echo one two\r')
    await ann.see('one two\r\n')
    await ann.see(PROMPT)
    // Completed by the shell: only the screen knows the whole word.
    ann.type('echo completed; ech')
    await ann.see('ech')
    ann.type('\t')
    await ann.see('echo')
    ann.type('last\r')
    await ann.see('completed\r\n')
    await ann.see(PROMPT)
    ann.type('read -s SECRET\r')
    await ann.see('read -s SECRET')
    ann.type('hunter2\r')
    await ann.see(PROMPT)
    ann.type('exit\r')
    await ann.closed
    await finished(before)

    const id = lastSession()
    const mine = place.server.said.filter(({ session }) => session === id)
    expect(mine.map(({ input }) => input)).toEqual([
      'echo one two',
      expect.stringMatching(/^echo completed; echo +last$/),
      'read -s SECRET',
      'exit',
    ])
    expect(mine[0]).toMatchObject({ output: 'one two', risk_level: 0, asset: 'web-01' })
    expect(JSON.stringify(place.server.said)).not.toContain('hunter2')

    const chunks = place.server.chunks.get(id)!
    const manifest = {
      version: 1,
      session: id,
      began: 0,
      columns: 80,
      rows: 24,
      ended: { at: 0, reason: 'left' },
      chunks: chunks.map((bytes) => ({ ...readHead(bytes), bytes: bytes.length, hash: sha256(bytes) })),
    }
    expect(await verify(manifest, async (no) => chunks[no], sha256)).toEqual({ state: 'whole' })
    const shown = chunks
      .flatMap((bytes) => readEvents(bytes))
      .map((event) => (event.kind === 'output' ? event.data : ''))
      .join('')
    expect(shown).toContain('one two')
    expect(place.server.finished.get(id)).toMatchObject({ recorded: true, reason: 'left', succeeded: true })
    expect(existsSync(join(place.folder, 'gateway/spool', id))).toBe(false)
  })

  it('[T41] keeps denied commands from the target, however they come, and says so', async () => {
    const before = await over()
    const proof = (name: string) => join(folder, name)
    const ann = place.type('ann@ops@guarded')
    await ann.see(PROMPT)
    const tries = {
      plain: `touch ${proof('plain')}`,
      chained: `true; touch ${proof('chained')}`,
      hidden: `bash -c 'touch ${proof('hidden')}'`,
      substituted: `echo $(touch ${proof('substituted')})`,
      quoted: `to''uch ${proof('quoted')}`,
      continued: `to\\\ruch ${proof('continued')}`,
      regex: 'echo forbidden',
    }
    for (const text of Object.values(tries)) {
      ann.type(`${text}\r`)
      await ann.see('is forbidden')
      await ann.see(PROMPT)
    }
    // A pasted block: the first line runs, the second does not, and the third is not taken for part of it.
    ann.type(`echo before\rtouch ${proof('pasted')}\recho after\r`)
    await ann.see('before\r\n')
    await ann.see('is forbidden')
    await ann.see('after\r\n')
    // From the history of the shell, where only the screen knows it.
    ann.type(`HISTFILE= ; history -s 'touch ${proof('history')}'\r`)
    await ann.see(/is forbidden|# $/)
    ann.type(`alias t=tou; history -s "$(printf 'tou%s ${proof('history')}' ch)"\r`)
    await ann.see(PROMPT)
    ann.type('\u001b[A\r')
    await ann.see('is forbidden')
    // A screen that looks like an editor's, with a shell on it.
    ann.type("printf '\\033[?1049h'\r")
    await ann.see('\u001b[?1049h')
    await ann.see(PROMPT)
    ann.type(`touch ${proof('second-screen')}\r`)
    await ann.see('is forbidden')
    ann.type("printf '\\033[?1049l'\r")
    await ann.see('\u001b[?1049l')
    await ann.see(PROMPT)
    // In a pager lines are for the pager, but not those for a shell.
    ann.type('seq 1 500 | less\r')
    await ann.see('\u001b[?1049h')
    await ann.see(':')
    ann.type('/touch\r')
    await ann.see('not found')
    ann.type('\r')
    ann.type(`!touch ${proof('pager')}\r`)
    await ann.see('is forbidden')
    ann.type('q')
    await ann.see('\u001b[?1049l')
    ann.type('echo still here\r')
    await ann.see('still here\r\n')
    ann.type('exit\r')
    await ann.closed
    await finished(before)
    for (const name of [...Object.keys(tries), 'pasted', 'history', 'second-screen', 'pager'])
      expect({ name, there: existsSync(proof(name)) }).toEqual({ name, there: false })
    const mine = place.server.said.filter(({ session }) => session === lastSession())
    expect(mine.filter(({ risk_level }) => risk_level === 5).length).toBeGreaterThanOrEqual(
      Object.keys(tries).length + 2,
    )
    expect(mine.filter(({ risk_level }) => risk_level === 0).map(({ input }) => input)).toContain('echo still here')
    const command = await place.ssh(['ann@ops@guarded@127.0.0.1', `touch ${proof('exec')}`])
    expect(command).toMatchObject({ code: 126, err: expect.stringContaining('forbidden') })
    expect(existsSync(proof('exec'))).toBe(false)
  })

  it('[T11] ends when the server says so, and the person sees why', async () => {
    const ann = place.type('ann@ops@web-01')
    await ann.see(PROMPT)
    const [id] = place.gateway.means.live.ids
    place.server.tasks.push({
      id: 'task',
      name: 'kill_session',
      args: id!,
      reason: { zh: '授权已失效', en: 'your grant has ended' },
    })
    await place.gateway.beat()
    await ann.see('your grant has ended')
    await ann.closed
    expect(place.server.done_).toContain('task')
    await until(() => place.server.finished.get(id!)?.reason === 'terminated', 'the end told to the server')
    expect(place.gateway.means.live.ids).toEqual([])
  })

  it('[T43] goes on while the server is away; what was recorded and typed reaches it later', async () => {
    const ann = place.type('ann@ops@web-01')
    await ann.see(PROMPT)
    const [id] = place.gateway.means.live.ids
    place.server.away = true
    ann.type('echo meanwhile\r')
    await ann.see('meanwhile\r\n')
    ann.type('exit\r')
    await ann.closed
    await until(() => place.lines.some((line) => line.includes(id!) && line.includes('waits')), 'an upload that waits')
    place.server.away = false
    await until(() => place.server.finished.has(id!), 'the upload afterwards')
    await until(async () => {
      await place.gateway.means.commands.flush()
      return place.server.said.some(({ session, input }) => session === id && input === 'echo meanwhile')
    }, 'the commands afterwards')
  })

  it('[T43] is closed when its recording cannot be written', async () => {
    const ann = place.type('ann@ops@web-01')
    await ann.see(PROMPT)
    const [id] = place.gateway.means.live.ids
    rmSync(join(place.folder, 'gateway/spool', id!), { recursive: true })
    await until(() => {
      ann.type('echo more\r')
      return !place.gateway.means.live.ids.includes(id!)
    }, 'the end of what is not recorded')
    await ann.see('The recording cannot be written')
    await ann.closed
  })

  it('ends when nothing happens for too long, and says so', async () => {
    place.target('idle', { idle_minutes: 0.02 })
    const ann = place.type('ann@ops@idle')
    await ann.see('idle for too long')
    await ann.closed
  })

  it('of a single command keeps the begin of what it writes, and says where the record stops', async () => {
    const before = await over()
    const { out } = await place.ssh(['ann@ops@web-01@127.0.0.1', 'head -c 3000000 /dev/zero'])
    expect(out.length).toBe(3_000_000)
    await finished(before)
    const events = place.server.chunks.get(lastSession())!.flatMap((bytes) => readEvents(bytes))
    expect(events.some((event) => event.kind === 'mark' && event.data.includes('not recorded'))).toBe(true)
    const length = events.reduce((sum, event) => sum + (event.kind === 'output' ? event.data.length : 0), 0)
    expect(length).toBeGreaterThan(1_000_000)
    expect(length).toBeLessThan(1_500_000)
  })

  it('never begins for a client that left while it was admitted or dialled', async () => {
    const { server } = place
    const connect = server.connect.bind(server)
    for (const args of [
      ['-tt', 'ann@ops@web-01@127.0.0.1'],
      ['ann@ops@web-01@127.0.0.1', 'sleep 1000'],
    ]) {
      const before = await over()
      let let_go: () => void = () => undefined
      let asked = false
      server.connect = async (one) => {
        asked = true
        await new Promise<void>((done) => {
          let_go = done
        })
        return connect(one)
      }
      const ann = new Typist(args, place.client())
      await until(() => asked, 'the question to the server')
      ann.kill()
      await ann.closed
      await until(() => place.gateway.means.live.ids.length === 0, 'nothing running')
      let_go()
      await until(() => server.finished.size > before, 'the end told to the server')
      expect(place.gateway.means.live.ids).toEqual([])
    }
    server.connect = connect
  })

  it('ends when its client is gone', async () => {
    const ann = place.type('ann@ops@web-01')
    await ann.see(PROMPT)
    const [id] = place.gateway.means.live.ids
    ann.kill()
    await until(() => place.server.finished.get(id!)?.reason === 'gone', 'the end told to the server')
  })
})

describe('[T42] a gateway that died', () => {
  it('left a recording that is closed, verified and sent by the next one', async () => {
    const spool = new Spool(join(folder, 'spool'))
    const session = '12ab34cd-56ef-4a78-9b90-c1d2e3f4a5b6'
    const writer = spool.begin({ session, began: 1_000, columns: 80, rows: 24 })
    for (let at = 0; at < 50; at++) writer.add(writeEvent({ at, kind: 'output', data: `line ${at}\r\n` }))
    await writer.settled()

    const server = new MemoryServer()
    server.away = true
    const log: string[] = []
    const uploads = new Uploads(new Spool(join(folder, 'spool')), server, (line) => log.push(line))
    uploads.recover(9_999)
    await uploads.idle()
    expect(log.join()).toContain('waits')
    server.away = false
    uploads.kick(session)
    await uploads.idle()
    const [chunk] = server.chunks.get(session)!
    expect(readEvents(chunk!)).toHaveLength(50)
    expect(server.finished.get(session)).toMatchObject({ reason: 'gateway restarted', recorded: true })
    expect(spool.sessions()).toEqual([])
    uploads.stop()
  })

  it('[T31] never follows a name that is no id of a session', () => {
    const spool = new Spool(join(folder, 'spool'))
    for (const session of ['../../etc', '', 'a/b', '12ab34cd-56ef-4a78-9b90-c1d2e3f4a5b6/..'])
      expect(() => spool.begin({ session, began: 0, columns: 1, rows: 1 })).toThrow('not an id')
  })
})
