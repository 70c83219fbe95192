import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseServer, openPostgresServer, openRelay } from './kit/databases.ts'
import { Place } from './kit/place.ts'
import { until } from './kit/ssh.ts'
import { openSshd, type Sshd } from './kit/sshd.ts'

let place: Place
let server: DatabaseServer
let plain: DatabaseServer
let hop: Sshd
const strangers: Server[] = []
beforeAll(async () => {
  place = await Place.open()
  server = await openPostgresServer()
  plain = await openPostgresServer({ tls: false, auth: 'password' })
  hop = await openSshd()
  place.database('shop', 'postgresql', server)
})
afterAll(async () => {
  await place.close()
  await server.close()
  await plain.close()
  await hop.close()
  for (const stranger of strangers) stranger.close()
})

const enter = async (name = 'shop', more: object = {}) => {
  const ann = place.type(`ann@app@${name}`, more)
  await ann.see('shop=> ')
  return ann
}
const told = async (input: string) => {
  await place.gateway.means.commands.flush()
  return place.server.said.filter((one) => one.input === input).at(-1)
}

describe('PostgreSQL through the gateway', () => {
  it('[T10] tells nothing to a server that shows another certificate than before, or none any more', async () => {
    const [relay, other] = [await openRelay(server.port), await openPostgresServer()]
    place.database('moved', 'postgresql', { ...server, port: relay.port })
    const ann = place.type('ann@app@moved')
    await ann.see('shop=> ')
    ann.type('exit\r')
    await ann.closed
    for (const stranger of [other, plain]) {
      relay.to(stranger.port)
      const ann = place.type('ann@app@moved')
      await ann.see('not the one we remember')
      await ann.closed
    }
    relay.to(server.port)
    const again = place.type('ann@app@moved')
    await again.see('shop=> ')
    again.type('exit\r')
    await again.closed
    relay.close()
    await other.close()
  })

  it('runs statements of several lines, shows tables, NULL and wide signs, and what was changed', async () => {
    const ann = await enter()
    expect(ann.text).toContain('Connected to shop (PostgreSQL')
    ann.type('drop table if exists goods;\r')
    await ann.see('DROP TABLE')
    ann.type("create table goods (id int, name text); insert into goods values (1, '鲜花'), (22, null);\r")
    await ann.see('CREATE TABLE')
    await ann.see('INSERT 0 2')
    ann.type('select *\r')
    await ann.see('-> ')
    ann.type("from goods -- it's all\r")
    await ann.see('-> ')
    ann.type('order by id;\r')
    const table = await ann.see('(2 rows')
    expect(table).toContain(' id | name\r\n----+------\r\n  1 | 鲜花\r\n 22 | NULL\r\n')
    ann.type("select 1 as a, 'x;y' as b\\G\r")
    expect(await ann.see('(1 row')).toContain('a: 1\r\nb: x;y')
    ann.type('\\d goods\r')
    await ann.see('| text')
    ann.type('\\dt\r')
    await ann.see('| goods | table')
    ann.type('\\q\r')
    await ann.closed
    expect(await told('\\dt')).toMatchObject({ risk_level: 0, output: expect.stringContaining('goods') })
    expect(await told("select *\nfrom goods -- it's all\norder by id")).toMatchObject({
      asset: 'shop',
      output: expect.stringContaining('22 | NULL'),
    })
    expect(place.server.asked.at(-1)).toMatchObject({ application: 'shop', protocol: 'postgresql' })
    expect(place.server.asked.at(-1)).not.toHaveProperty('asset')
    await until(() => [...place.server.chunks.values()].length > 0, 'the recording')
  })

  it('keeps transactions, shows complaints plainly, and goes on after them', async () => {
    const ann = await enter()
    ann.type('begin;\r')
    await ann.see('shop=*> ')
    ann.type('select nonsense;\r')
    await ann.see('ERROR: column "nonsense" does not exist (42703)')
    await ann.see('shop=!> ')
    ann.type('rollback;\r')
    await ann.see('shop=> ')
    ann.type("do $$ begin raise notice 'heard; %', 1; end $$;\r")
    await ann.see('NOTICE: heard; 1')
    ann.type('exit\r')
    await ann.closed
  })

  it('edits a line with keys, recalls lines, and forgets one with Ctrl-C', async () => {
    const ann = await enter()
    ann.type('selct 40+3;\u001b[D\b2\u0001\u001b[C\u001b[C\u001b[Ce\r')
    await ann.see(' 42\r\n')
    ann.type('\u001b[A\u0005\b + 100;\r')
    await ann.see(' 142\r\n')
    ann.type('select 1 wrong\u0015select 7\u0017 7;\r')
    await ann.see(' 7\r\n')
    ann.type('select (\r')
    await ann.see('-> ')
    ann.type('\u0003')
    await ann.see('shop=> ')
    ann.type('\u0004')
    await ann.closed
  })

  it('shows the first of ten million rows, and keeps no more', async () => {
    const ann = await enter()
    ann.type("select generate_series(1, 10000000) as n, repeat('x', 2000) as wide;\r")
    const shown = await ann.see('rows are shown and the rest was not fetched')
    expect(shown.split('\n').length).toBeLessThan(1_100)
    expect(shown).toContain('x…')
    ann.type('select 1;\r')
    await ann.see('(1 row')
    ann.type('exit;\r')
    await ann.closed
  })

  it('cancels what runs with Ctrl-C, and drops what was typed after it', async () => {
    const ann = await enter()
    ann.type('select pg_sleep(600); select 1;\r')
    await until(async () => (await active(server)) === 1, 'the statement that runs')
    ann.type('select 99;\r\u0003')
    await ann.see('Cancelled')
    await ann.see('were not run')
    await ann.see('shop=> ')
    ann.type('select 5 as five;\r')
    expect(await ann.see('(1 row')).not.toContain('99')
    ann.type('\\q\r')
    await ann.closed
  })

  it('leaves no statement running behind somebody who goes away', async () => {
    const ann = await enter()
    ann.type('select pg_sleep(600);\r')
    await until(async () => (await active(server)) === 1, 'the statement that runs')
    ann.kill()
    await until(async () => (await active(server)) === 0, 'the end of the statement')
  })

  it('[T11] ends when the server says so, and what runs ends with it', async () => {
    const ann = await enter()
    ann.type('select pg_sleep(600);\r')
    await until(async () => (await active(server)) === 1, 'the statement that runs')
    const [session] = place.gateway.means.live.ids
    place.server.tasks.push({ id: 't', name: 'kill_session', args: session!, reason: { zh: '结束', en: 'enough' } })
    await place.gateway.beat()
    await ann.see('enough')
    await ann.closed
    await until(async () => (await active(server)) === 0, 'the end of the statement')
  })

  it('asks for the login that the server does not have', async () => {
    const login = { mode: 'manual' as const, username: '', password: '', private_key: '' }
    place.database('by-hand', 'postgresql', server, { login })
    const ann = place.type('ann@app@by-hand')
    await ann.see('Username: ')
    ann.type(`${server.username}\r`)
    await ann.see('Password: ')
    ann.type(`${server.password}\r`)
    await ann.see('shop=> ')
    expect(ann.text).not.toContain(server.password)
    ann.type('\\q\r')
    await ann.closed
  })

  it('speaks the language of the person', async () => {
    const ann = await enter('shop', { lang: 'zh_CN.UTF-8' })
    expect(ann.text).toContain('已连接 shop')
    ann.type('select 1;\r')
    await ann.see('（1 行')
    ann.type('\\q\r')
    await ann.closed
  })

  it('says that the connection was lost, and ends; a value without measure is not waited for', async () => {
    for (const statement of ['select pg_terminate_backend(pg_backend_pid());', "select repeat('x', 100000000);"]) {
      const ann = await enter()
      ann.type(`${statement}\r`)
      await ann.see('The connection to the database was lost')
      await ann.closed
    }
  })

  it('takes a pasted script of a thousand statements in its order', async () => {
    const ann = await enter()
    ann.type('create temporary table pasted (n int);\r')
    await ann.see('CREATE TABLE')
    ann.type(Array.from({ length: 1_000 }, (_, n) => `insert into pasted values (${n});\r`).join(''))
    ann.type("select count(*) as pasted, 'all' as of from pasted;\r")
    await ann.see(/1000 \| all/)
    ann.type('\\q\r')
    await ann.closed
  })

  it('[T41] judges each statement before it runs: comments, strings and blocks hide nothing', async () => {
    place.database('guarded', 'postgresql', server, {
      rules: [
        { id: 'a', type: 'command', content: 'drop\ndelete from', priority: 50, action: 'deny' },
        { id: 'b', type: 'regex', content: '^truncate\\b', priority: 50, action: 'deny' },
      ],
    })
    const ann = await enter('guarded')
    ann.type('create table if not exists kept (id int);\r')
    await ann.see('CREATE TABLE')
    for (const statement of [
      'drop table kept;',
      'DROP/**/TABLE kept;',
      'select 1; delete\tfrom kept;',
      'delete -- all\rfrom kept;',
      "do $$ begin execute 'dr' || 'op table kept'; end $$;",
      'do $x$ begin delete/* */from kept; end $x$;',
      ' /* first */ truncate kept;',
    ]) {
      ann.type(`${statement}\r`)
      await ann.see('is forbidden')
      await ann.see('shop=> ')
    }
    ann.type('select count(*) as still from kept;\r')
    await ann.see('still')
    ann.type('\\q\r')
    await ann.closed
    expect(await told('DROP/**/TABLE kept')).toMatchObject({ risk_level: 5, output: '' })
  })

  it('refuses COPY from and to the client, and goes on', async () => {
    const ann = await enter()
    ann.type('create table if not exists kept (id int); copy kept from stdin;\r')
    await ann.see('are not possible in this console')
    ann.type('copy (select generate_series(1, 1000000)) to stdout;\r')
    await ann.see('are not possible in this console')
    await ann.see('shop=> ')
    ann.type('select 3 as three;\r')
    await ann.see('(1 row')
    ann.type('\\q\r')
    await ann.closed
  })

  it('[T40] writes no password of an account into the log of commands', async () => {
    const ann = await enter()
    ann.type("alter role app password 'Of-the-database-1';\r")
    await ann.see('ALTER ROLE')
    ann.type('\\q\r')
    await ann.closed
    expect(await told("alter role app password '******'")).toBeDefined()
  })

  it('leads through a gateway of the domain, and is found in the menu', async () => {
    const { username, privateKey: private_key, port } = hop
    const gateways = [{ id: 'g', name: 'hop', ip: '127.0.0.1', port, username, password: '', private_key }]
    place.database('behind', 'postgresql', server, { gateways })
    const ann = place.type('ann')
    await ann.see('Opt> ')
    ann.type('d\r')
    await ann.see('behind')
    await ann.see('Opt> ')
    ann.type('d behind\r')
    await ann.see('shop=> ')
    ann.type('select 1;\r')
    await ann.see('(1 row')
    ann.type('exit\r')
    await ann.see('Opt> ')
    ann.type('q\r')
    await ann.closed
  })

  it('says why it leads nowhere: wrong password, no such database, a password in the clear, Oracle', async () => {
    place.database('locked', 'postgresql', { ...server, password: 'guessed' })
    place.database('nowhere', 'postgresql', { ...server, database: 'nothing-there' })
    place.database('bare', 'postgresql', plain)
    place.database('oracle', 'oracle', server)
    for (const [name, words] of [
      ['locked', 'does not accept the credentials'],
      ['nowhere', 'There is no such database'],
      ['bare', 'wants the password in the clear'],
      ['oracle', 'does not speak oracle yet'],
    ] as const) {
      const ann = place.type(`ann@app@${name}`)
      await ann.see(words)
      await ann.closed
    }
    expect((await place.ssh(['ann@app@shop@127.0.0.1', 'select 1'])).err).toContain('takes a terminal')
  })

  it('[T32] ends in words at a server that hangs up or talks nonsense', async () => {
    const noise = Buffer.alloc(4_096, 0xff)
    const answers: ((socket: Socket) => void)[] = [
      (socket) => socket.end(),
      (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      (socket) => socket.end('SS'),
      (socket) => socket.write('N', () => socket.end(noise)),
      (socket) => socket.write('S', () => socket.end(noise)),
      // A message of two gigabytes is announced.
      (socket) => socket.write('N', () => socket.end(Buffer.from([0x52, 0x7f, 0xff, 0xff, 0xff, 0]))),
    ]
    for (const [no, answer] of answers.entries()) {
      const stranger = createServer((socket) => {
        socket.on('error', () => undefined).once('data', () => answer(socket))
      })
      strangers.push(stranger)
      await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done))
      place.database(`stranger-${no}`, 'postgresql', { ...server, port: (stranger.address() as { port: number }).port })
      const ann = place.type(`ann@app@stranger-${no}`)
      await ann.see('cannot be reached')
      await ann.closed
    }
    expect(place.gateway.means.live.ids).toEqual([])
  })
})

const active = async ({ port, username, password, database }: DatabaseServer): Promise<number> => {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ host: '127.0.0.1', port, user: username, password, database })
  await client.connect()
  const { rows } = await client.query(
    "select count(*)::int as n from pg_stat_activity where state = 'active' and query like '%pg_sleep(600)%' and pid <> pg_backend_pid()",
  )
  await client.end()
  return rows[0].n
}
