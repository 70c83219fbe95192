import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseServer, openMariadb, openRelay } from './kit/databases.ts'
import { Place } from './kit/place.ts'
import { until } from './kit/ssh.ts'

let place: Place
let server: DatabaseServer
let plain: DatabaseServer
const strangers: Server[] = []
beforeAll(async () => {
  place = await Place.open()
  server = await openMariadb()
  plain = await openMariadb({ tls: false })
  place.database('shop', 'mysql', server)
  place.database('plain', 'mariadb', plain)
})
afterAll(async () => {
  await place.close()
  await server.close()
  await plain.close()
  for (const stranger of strangers) stranger.close()
})

const packet = (no: number, ...parts: (Buffer | readonly number[])[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([Buffer.from([body.length & 255, body.length >> 8, 0, no]), body])
}
/** A greeting without encryption, as a server of old would give it. */
const GREETING = packet(
  0,
  [10],
  Buffer.from('8.0.0\0'),
  [1, 0, 0, 0],
  Buffer.alloc(8, 7),
  [0, 0xff, 0xf7, 8, 2, 0, 0xff, 0x00, 21],
  Buffer.alloc(10),
  Buffer.alloc(12, 7),
  [0],
  Buffer.from('mysql_native_password\0'),
)

const PROMPT = 'MariaDB [shop]> '
const enter = async (name = 'shop') => {
  const ann = place.type(`ann@app@${name}`)
  await ann.see(PROMPT)
  return ann
}
const told = async (input: string) => {
  await place.gateway.means.commands.flush()
  return place.server.said.filter((one) => one.input === input).at(-1)
}

describe('MySQL and MariaDB through the gateway', () => {
  it('[T10] tells nothing to a server that shows another certificate than before, or none any more', async () => {
    const [relay, other] = [await openRelay(server.port), await openMariadb()]
    place.database('moved', 'mysql', { ...server, port: relay.port })
    const ann = place.type('ann@app@moved')
    await ann.see(PROMPT)
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
    await again.see(PROMPT)
    again.type('exit\r')
    await again.closed
    relay.close()
    await other.close()
  })

  it('runs statements, shows tables, and uses the encryption that is offered', async () => {
    const ann = await enter()
    ann.type("show status like 'Ssl_cipher';\r")
    expect(await ann.see('(1 row')).toMatch(/Ssl_cipher\s+\| \w+/)
    ann.type('drop table if exists goods; create table goods (id int, name text, raw blob);\r')
    await ann.see('OK, 0 rows affected')
    await ann.see('OK, 0 rows affected')
    ann.type("insert into goods values (1, '鲜花', x'ff00'), (22, null, null);\r")
    await ann.see('OK, 2 rows affected')
    ann.type('select * from goods\r')
    await ann.see('-> ')
    ann.type('order by id;\r')
    expect(await ann.see('(2 rows')).toContain(' id | name | raw\r\n')
    ann.type('describe goods; show tables\\G\r')
    await ann.see('Tables_in_shop: goods')
    ann.type('use information_schema;\r')
    await ann.see('MariaDB [information_schema]> ')
    ann.type('select 1 as ; select 2;\r')
    await ann.see('ERROR 1064 (42000): You have an error')
    await ann.see('were not run')
    ann.type('delimiter //\r')
    await ann.see('> ')
    ann.type("select ';' as sign//\r")
    await ann.see('(1 row')
    ann.type('quit\r')
    await ann.closed
    expect(await told('select * from goods\norder by id')).toMatchObject({ output: expect.stringContaining('0xff00') })
  })

  it('keeps transactions, over a server without encryption too', async () => {
    const ann = await enter('plain')
    ann.type('create or replace table kept (id int) engine=innodb; start transaction; insert into kept values (1);\r')
    await ann.see('OK, 1 row affected')
    ann.type('rollback; select count(*) as none from kept;\r')
    expect(await ann.see('(1 row')).toMatch(/none\s+-+\s+0/)
    ann.type('\\q\r')
    await ann.closed
  })

  it('shows the first of very many rows, and the connection goes on', async () => {
    const ann = await enter()
    ann.type('select seq, repeat("x", 2000) from seq_1_to_10000000;\r')
    await ann.see('rows are shown and the rest was not fetched')
    ann.type('select seq from seq_1_to_1001; select sleep(0.3) as slept;\r')
    await ann.see('rows are shown and the rest was not fetched')
    expect(await ann.see('(1 row')).toMatch(/slept\s+-+\s+0/)
    ann.type('select 1 as one;\r')
    await ann.see('(1 row')
    ann.type('exit\r')
    await ann.closed
  })

  it('interrupts what runs with Ctrl-C', async () => {
    const ann = await enter()
    ann.type('select sleep(600);\r')
    await ann.see('sleep(600);')
    const watcher = await enter()
    const sleeping = async () => {
      watcher.type("select count(*) as n from information_schema.processlist where info like 'select sleep(600)%';\r")
      return /\b1\r/.test(await watcher.see('(1 row'))
    }
    await until(sleeping, 'the statement that runs')
    ann.type('\u0003')
    await ann.see(PROMPT)
    ann.type('select 8 as eight;\r')
    await ann.see('(1 row')
    for (const one of [ann, watcher]) {
      one.type('\u0004')
      await one.closed
    }
  })

  it('says that the connection was lost, and ends', async () => {
    const ann = await enter()
    ann.type('kill connection_id();\r')
    await ann.see('The connection to the database was lost')
    await ann.closed
  })

  it('[T41] judges each statement before it runs: comments that are code hide nothing', async () => {
    place.database('guarded', 'mysql', server, {
      rules: [{ id: 'a', type: 'command', content: 'drop\ndelete from', priority: 50, action: 'deny' }],
    })
    const ann = await enter('guarded')
    ann.type('create table if not exists kept (id int);\r')
    await ann.see('OK,')
    for (const statement of [
      'drop table kept;',
      '/*!50000 drop */ table kept;',
      '/*M!100100 Drop*/table kept;',
      'delete/*!99999 all */from kept;',
      'delete # all\rfrom kept;',
      "prepare s from 'drop table kept';",
      "prepare s from 'dr' 'op table kept';",
      'select 1; DROP/**/TABLE kept;',
    ]) {
      ann.type(`${statement}\r`)
      await ann.see('is forbidden')
      await ann.see(PROMPT)
    }
    ann.type('select count(*) as still from kept;\r')
    await ann.see('(1 row')
    ann.type('\\q\r')
    await ann.closed
    expect(await told('/*!50000 drop */ table kept')).toMatchObject({ risk_level: 5 })
  })

  it('[T30] reads no file of the gateway, whoever asks for it', async () => {
    const ann = await enter()
    ann.type('create or replace table files (line text);\r')
    await ann.see('OK,')
    await ann.see(PROMPT)
    ann.type("load data local infile '/etc/passwd' into table files;\r")
    expect(await ann.see(PROMPT)).toMatch(/not possible in this console|ERROR/)
    ann.type('select count(*) as taken from files;\r')
    expect(await ann.see('(1 row')).toMatch(/taken\s+-+\s+0/)
    ann.type('\\q\r')
    await ann.closed
  })

  it('[T30] gives no file to a server that asks for one out of turn', async () => {
    const said: Buffer[] = []
    let asked = 0
    const stranger = createServer((socket) => {
      socket.on('error', () => undefined)
      let turn = 0
      socket.on('data', (data: Buffer) => {
        said.push(data)
        if (turn++ === 0) socket.write(packet(2, [0, 0, 0, 2, 0, 0, 0]))
        else if (data[4] === 3) {
          asked++
          socket.write(packet(1, [0xfb], Buffer.from('/etc/passwd')))
        } else socket.end()
      })
      socket.write(GREETING)
    })
    strangers.push(stranger)
    await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done))
    place.database('hostile', 'mysql', { ...server, port: (stranger.address() as { port: number }).port })
    const ann = place.type('ann@app@hostile')
    await ann.see('cannot be reached')
    await ann.closed
    expect(asked).toBeGreaterThan(0)
    expect(Buffer.concat(said).toString('latin1')).not.toContain('root:')
  })

  it('says why it leads nowhere, and [T32] ends in words at a server that hangs up or talks nonsense', async () => {
    place.database('locked', 'mysql', { ...server, password: 'guessed' })
    place.database('nowhere', 'mysql', { ...server, database: 'mysql' })
    for (const [name, words] of [
      ['locked', 'does not accept the credentials'],
      ['nowhere', 'There is no such database'],
    ] as const) {
      const ann = place.type(`ann@app@${name}`)
      await ann.see(words)
      await ann.closed
    }
    const answers: ((socket: Socket) => void)[] = [
      (socket) => socket.end(),
      (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      (socket) => socket.end(Buffer.alloc(4_096, 0xff)),
      (socket) => socket.end(Buffer.from([1, 0, 0, 0, 10])),
    ]
    for (const [no, answer] of answers.entries()) {
      const stranger = createServer((socket) => {
        socket.on('error', () => undefined).resume()
        answer(socket)
      })
      strangers.push(stranger)
      await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done))
      place.database(`stranger-${no}`, 'mysql', { ...server, port: (stranger.address() as { port: number }).port })
      const ann = place.type(`ann@app@stranger-${no}`)
      await ann.see(/cannot be reached|did not answer/)
      await ann.closed
    }
    expect(place.gateway.means.live.ids).toEqual([])
  })
})
