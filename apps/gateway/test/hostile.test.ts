// What reads bytes of strangers is given bent ones: over a million with `npm run test:thorough`, some thousands otherwise.
import { Duplex } from 'node:stream'
import { createGuard, Damaged, type Event, reach, readEvents, readHead, verify, writeChunk } from '@drawbridge/terminal'
import type { Connection } from '@drawbridge/wire'
import { describe, expect, it } from 'vitest'
import type { OpenEngine } from '../src/database/engine.ts'
import { openMysql } from '../src/database/mysql.ts'
import { openPostgres } from '../src/database/postgres.ts'
import { DialFailure } from '../src/session/line.ts'
import { Screen } from '../src/watch/screen.ts'
import { sha256 } from '../src/watch/spool.ts'
import { createKeyReader, TypedLine } from '../src/watch/typed.ts'
import { bent, dice, mysqlGreeting, mysqlPacket } from './kit/hostile.ts'

const thorough = process.env.THOROUGH === '1'
const dose = (all: number, part: number): number => (thorough ? all : part)
const SEED = Number(process.env.SEED) || Date.now() % 0x7fffffff

/** Each input by itself: a failure says which one, and the seed that makes it again. */
const eachOf = async (
  good: readonly (string | Buffer)[],
  many: number,
  take: (bytes: Buffer) => void | Promise<void>,
): Promise<void> => {
  let taken = 0
  for (const bytes of bent(
    good.map((one) => Buffer.from(one)),
    many,
    dice(SEED),
  )) {
    try {
      await take(bytes)
    } catch (error) {
      throw new Error(`SEED=${SEED}, input ${taken}: ${JSON.stringify(bytes.toString('latin1'))}`, { cause: error })
    }
    taken++
  }
  expect(taken).toBe(many)
}

const events: Event[] = [
  { at: 0, kind: 'resize', columns: 80, rows: 24 },
  { at: 5, kind: 'output', data: 'root@web:~# \u001b[31m你好\u001b[0m\r\n' },
  { at: 9, kind: 'mark', data: 'ls -l' },
  { at: 12, kind: 'screen', data: 'x', columns: 80, rows: 24 },
]
const session = '12ab34cd-56ef-4a78-9b90-c1d2e3f4a5b6'
const chunk = writeChunk(session, 0, events, '', sha256)

describe('[T32] bent bytes', () => {
  it('in a recording are read, or refused as damaged, and nothing else happens', async () => {
    const kinds = new Set(['output', 'input', 'resize', 'screen', 'mark'])
    await eachOf(
      [Buffer.from(chunk.bytes), '{"version":1}\n[1,"o","x"]\n', '\n[1,"r","80x24"]\n'],
      dose(400_000, 4_000),
      (bytes) => {
        for (const read of [
          () => readHead(bytes),
          () => readEvents(bytes).map(({ kind }) => expect(kinds).toContain(kind)),
        ])
          try {
            read()
          } catch (error) {
            if (!(error instanceof Damaged)) throw error
          }
      },
    )
  })

  it('in a recording never pass for what was written', async () => {
    const manifest = {
      ...{ version: 1, session, began: 0, columns: 80, rows: 24, ended: { at: 12, reason: 'left' } },
      chunks: [{ no: 0, from: 0, to: 12, bytes: chunk.bytes.length, hash: chunk.hash }],
    }
    await eachOf([Buffer.from(chunk.bytes)], dose(100_000, 1_000), async (bytes) => {
      const same = bytes.equals(chunk.bytes)
      const { state } = await verify(manifest, async () => bytes, sha256)
      expect(state).toBe(same ? 'whole' : 'damaged')
    })
  })

  it('in a command line are parsed and judged', async () => {
    const guard = createGuard([
      { id: '1', type: 'command', content: 'rm\ntouch', priority: 50, action: 'deny' },
      { id: '2', type: 'regex', content: '(a|b)*c{2,3}', priority: 40, action: 'deny' },
    ])
    const lines = [
      'ls -l; rm -rf / && echo "$(touch x)" | tee >(cat) <<< `id`',
      "cat <<'EOF'\nrm x\nEOF\n",
      `\${x:-$(rm y)} $'\\x72m' "a\\"b" {r,}m; for i in *; do rm $i; done; f() { rm x; }; f`,
      'bash -c \'python -c "import os"\' ; xargs -0 rm ; eval rm ; echo cm0gLXJm | base64 -d | sh',
    ]
    await eachOf(lines, dose(300_000, 3_000), (bytes) => {
      const text = bytes.toString('utf8')
      expect(Array.isArray(reach(text).deeds)).toBe(true)
      expect(typeof guard.judge(text).allowed).toBe('boolean')
    })
  })

  it('from a keyboard reach the target as they came', async () => {
    const keys = [
      'echo hi\r',
      '\u001b[A\u001b[200~paste\rd\u001b[201~\r',
      '\u0015\u0017\u007f你好\t\u0012rm\r',
      '\u001bOP\u001b[1;5C',
    ]
    await eachOf(keys, dose(150_000, 1_500), (bytes) => {
      const [line, reader] = [new TypedLine(), createKeyReader()]
      const half = bytes.length >> 1
      const passed = [bytes.subarray(0, half), bytes.subarray(half)].flatMap((piece) =>
        [...reader.read(piece, line)].map((key) => key.bytes),
      )
      expect(Buffer.concat(passed).equals(bytes)).toBe(true)
    })
  })

  it('from a target are shown by a screen, whatever they are', async () => {
    const shows = [
      '\u001b[?1049h\u001b[2J\u001b[1;1Hvim\u001b[?25l\u001b[38;2;1;2;3mx\u001b[0m',
      '\u001b]0;title\u0007\u001bP$q"p\u001b\\\u001b_x\u001b\\\u001b[5;10r\u001b[999L\u001b[999b',
      'a\u0300\u200d\ud83d\udc68\r\n\u001b(0lqk\u001b(B\u001b#8\u001b[3g\u001b[?3h\u001b[!p',
    ]
    let screen = new Screen(80, 24)
    let shown = 0
    await eachOf(shows, dose(100_000, 1_000), async (bytes) => {
      screen.show(bytes)
      await screen.settled()
      expect(typeof screen.line().text).toBe('string')
      if (++shown % 100 > 0) return
      screen.close()
      screen = new Screen(1 + (shown % 300), 1 + (shown % 90))
    })
    screen.close()
  })

  /** A server that says this, whatever it is told, and hangs up. */
  const saying = (bytes: Buffer): Duplex => {
    const stream = new Duplex({
      read: () => undefined,
      write: (_told, _encoding, done) => done(),
    })
    setImmediate(() => {
      stream.push(bytes)
      stream.push(null)
      setImmediate(() => stream.destroy())
    })
    return stream
  }
  const visits = (open: OpenEngine) => async (bytes: Buffer) => {
    const reach = async () => ({ stream: saying(bytes), via: [], release: () => undefined })
    try {
      const engine = await open({
        connection: { address: '127.0.0.1', port: 1, database: 'shop' } as Connection,
        login: { username: 'app', password: 'secret', private_key: '' },
        caller: { signal: new AbortController().signal, lang: 'en' } as never,
        reach,
        reachAgain: reach,
        vouch: () => true,
        loginMs: 20_000,
      })
      engine.end()
    } catch (error) {
      if (!(error instanceof DialFailure)) throw error
    }
  }
  const message = (type: string, body: Buffer): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(type), length, body])
  }

  it('from a PostgreSQL server end in words', async () => {
    const welcome = Buffer.concat([
      Buffer.from('N'),
      message('R', Buffer.alloc(4)),
      message('S', Buffer.from('server_version\u000015.1\u0000')),
      message('K', Buffer.alloc(8, 1)),
      message('Z', Buffer.from('I')),
    ])
    const asks = Buffer.concat([
      Buffer.from('N'),
      message('R', Buffer.from('\u0000\u0000\u0000\u000aSCRAM-SHA-256\u0000\u0000')),
    ])
    const refuses = Buffer.concat([
      Buffer.from('N'),
      message('E', Buffer.from('SFATAL\u0000C28P01\u0000Mno\u0000\u0000')),
    ])
    await eachOf([welcome, asks, refuses], dose(20_000, 300), visits(openPostgres))
  })

  it('from a MySQL server end in words', async () => {
    const greeting = mysqlPacket(0, mysqlGreeting)
    const fine = mysqlPacket(2, Buffer.from([0, 0, 0, 2, 0, 0, 0]))
    const switches = mysqlPacket(2, Buffer.from('\u00femysql_clear_password\u0000', 'latin1'))
    const refuses = mysqlPacket(2, Buffer.from('\u00ff\u0015\u0004#28000no', 'latin1'))
    const talks = [fine, switches, refuses].map((next) => Buffer.concat([greeting, next]))
    await eachOf([greeting, ...talks], dose(20_000, 300), visits(openMysql))
  })
})
