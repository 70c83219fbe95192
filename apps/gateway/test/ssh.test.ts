import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGateway } from '../src/gateway.ts'
import { aWay, PASSWORD, Place } from './kit/place.ts'
import { until } from './kit/ssh.ts'

let place: Place
beforeAll(async () => {
  place = await Place.open()
  const { server } = place
  server.people.set('mia', { password: PASSWORD, code: '123456' })
  for (let no = 1; no <= 12; no++) place.target(`db-${String(no).padStart(2, '0')}`, {}, { ip: `10.0.0.${no}` })
  place.target('长名字的资产', {}, { ip: '10.0.1.1', comment: '生产', favorite: true })
})
afterAll(() => place.close())

const at = (name: string) => `${name}@127.0.0.1`
const web = at('ann@ops@web-01')

describe('somebody who comes with ssh', () => {
  it('runs a command on an asset they name, with its output and its exit status', async () => {
    const { code, out, err } = await place.ssh([web, 'echo hello; echo oops >&2; exit 3'])
    expect({ code, out, err }).toEqual({ code: 3, out: 'hello\n', err: 'oops\n' })
    await until(
      () => [...place.server.finished.values()].some(({ reason }) => reason === 'left'),
      'the end of a session',
    )
  })

  it('[T6] gets in with a password or a key they hold, and with nothing less', async () => {
    const withKey = { password: undefined, keyFile: place.keyFile }
    expect(await place.ssh([web, 'echo in'], withKey)).toMatchObject({ code: 0, out: 'in\n' })
    expect(place.server.claims.at(-1)).toMatchObject({ username: 'ann', address: '127.0.0.1' })
    expect(place.server.claims.at(-1)?.password).toBeUndefined()
    for (const password of ['wrong', ''])
      expect(await place.ssh([web, 'echo in'], { password })).toMatchObject({ code: 255, out: '' })
    expect(await place.ssh([at('nobody@ops@web-01'), 'echo in'])).toMatchObject({ code: 255, out: '' })
  })

  it('[T5] does not get in by naming the key of another: what they sign with is checked before the server is asked', async () => {
    const named = ssh2.utils.parseKey(readFileSync(`${place.keyFile}.pub`)) as ssh2.ParsedKey
    const own = ssh2.utils.parseKey(ssh2.utils.generateKeyPairSync('ed25519').private) as ssh2.ParsedKey
    class Pretender extends ssh2.BaseAgent {
      override getIdentities(answer: ssh2.IdentityCallback<ssh2.ParsedKey>): void {
        answer(null, [named])
      }
      override sign(_key: unknown, data: Buffer, _options: unknown, answer?: ssh2.SignCallback): void {
        answer?.(null, own.sign(data) as Buffer)
      }
    }
    const claims = place.server.claims.length
    const client = new ssh2.Client()
    const error = await new Promise<Error | undefined>((done) =>
      client
        .once('ready', () => done(undefined))
        .once('error', done)
        .connect({
          host: '127.0.0.1',
          port: place.gateway.sshPort,
          username: 'ann@ops@web-01',
          agent: new Pretender(),
          authHandler: ['agent'],
        }),
    )
    expect(error?.message).toContain('authentication methods failed')
    expect(place.server.claims.length).toBe(claims)
    expect(place.lines.some((line) => line.includes('wrong signature'))).toBe(true)
  })

  it('[T6] is asked for a code where the account needs one; a half login opens nothing', async () => {
    const there = at('mia@ops@web-01')
    expect(await place.ssh([there, 'echo in'], { code: '123456' })).toMatchObject({ code: 0, out: 'in\n' })
    expect(await place.ssh([there, 'echo in'], { code: '000000' })).toMatchObject({ code: 255, out: '' })
    expect(await place.ssh([there, 'echo in'], { code: '' })).toMatchObject({ code: 255, out: '' })
  })

  it('[T38] meets strict key exchange and authenticated ciphers only', async () => {
    const { err } = await place.ssh(['-vvv', '-oLogLevel=DEBUG3', web, 'true'])
    expect(err).toContain('will use strict KEX ordering')
    expect(err).toMatch(/cipher: aes(128|256)-gcm/)
    const old = await place.ssh(['-oCiphers=chacha20-poly1305@openssh.com', web, 'true'])
    expect(old.code).toBe(255)
  })

  it('[T37] is not held up by clients that say nothing, and those are sent away', async () => {
    const silent = Array.from({ length: 20 }, () => connect(place.gateway.sshPort, '127.0.0.1'))
    expect(await place.ssh([web, 'echo in'])).toMatchObject({ out: 'in\n' })
    for (const socket of silent) socket.destroy()
    const impatient = await openGateway({
      host: '127.0.0.1',
      sshPort: 0,
      dataDir: `${place.folder}/impatient`,
      server: place.server,
      log: () => undefined,
      loginMs: 10,
    })
    const socket = connect(impatient.sshPort, '127.0.0.1').resume()
    await new Promise((done) => socket.once('close', done))
    const many = Array.from({ length: 40 }, () =>
      connect(place.gateway.sshPort, '127.0.0.1').on('error', () => undefined),
    )
    let closed = 0
    for (const one of many) one.resume().once('close', () => closed++)
    await until(() => closed >= 10, 'connections over the limit of an address')
    for (const one of many) one.destroy()
    await until(async () => (await place.ssh([web, 'echo in'])).code === 0, 'room for others again')
    await impatient.close()
  })
})

describe('a window', () => {
  it('has the size the client says, changes with it, and never becomes absurd', async () => {
    const client = new ssh2.Client()
    await new Promise((done, fail) =>
      client
        .once('ready', () => done(undefined))
        .once('error', fail)
        .connect({ host: '127.0.0.1', port: place.gateway.sshPort, username: 'ann@ops@web-01', password: PASSWORD }),
    )
    const shell = await new Promise<ssh2.ClientChannel>((done, fail) =>
      client.shell({ cols: 90, rows: 20, term: 'xterm' }, (error, stream) => (error ? fail(error) : done(stream))),
    )
    let text = ''
    shell.on('data', (data: Buffer) => {
      text += data
    })
    const sizeIs = async (size: string) => {
      shell.write('stty size\r')
      await until(() => text.includes(`${size}\r\n`), size)
    }
    await sizeIs('20 90')
    shell.setWindow(40, 132, 0, 0)
    await sizeIs('40 132')
    shell.setWindow(4_000_000, 10_000, 0, 0)
    await sizeIs('500 1000')
    client.end()
  })
})

describe('a database', () => {
  it('takes a terminal, and says so to whoever comes with a command or for files; a name that is nothing is nothing', async () => {
    place.database('shop', 'postgresql', { port: 1, username: 'app', password: 'x', database: 'shop' })
    const asked = await place.ssh(['ann@app@shop@127.0.0.1', 'select 1'])
    expect(asked).toMatchObject({ code: 255, err: expect.stringContaining('takes a terminal') })
    const nothing = await place.ssh(['ann@app@nothing@127.0.0.1', 'select 1'])
    expect(nothing).toMatchObject({ code: 255, err: expect.stringContaining('No asset or database was found') })
    place.server.applications.length = 0
  })
})

describe('the asset menu', () => {
  it('lists, searches, turns pages, connects by number, comes back, and lets go', async () => {
    const ann = place.type('ann')
    await ann.see('Opt> ')
    ann.type('p\r')
    await ann.see('1-5 of 14')
    ann.type('n\r')
    await ann.see('6-10 of 14')
    ann.type('b\r')
    await ann.see('1-5 of 14')
    ann.type('/db-1\r')
    const found = await ann.see('1-3 of 3')
    expect(found).toContain('db-10')
    ann.type('2\r')
    await ann.see('Connecting to db-11')
    ann.type('echo I am $((40+2))\r')
    await ann.see('I am 42')
    ann.type('exit\r')
    await ann.see('Opt> ')
    expect(place.server.asked.at(-1)).toMatchObject({ asset: 'db-11', system_user: 'way-ops', login_from: 'ST' })
    ann.type('nothing-like-this\r')
    await ann.see('No asset or database was found')
    place.server.applications.push({ id: 'shop', name: 'shop', type: 'mysql', comment: '', org_name: 'Default' })
    ann.type('/shop\r')
    await ann.see('mysql')
    place.server.applications.pop()
    ann.type('f\r')
    await ann.see('长名字的资产')
    ann.type('q\r')
    await ann.see('Bye')
    expect(await ann.closed).toBe(0)
  })

  it('shows the tree and those one was on lately, each to be chosen by its number', async () => {
    const node = (id: string, depth: number, assets: string[]) => ({
      ...{ id, name: `节点 ${id}`, depth, assets_amount: assets.length, assets },
    })
    place.server.tree.splice(0, 9, node('all', 0, ['db-01', 'db-02', 'db-03']), node('db', 1, ['db-02']))
    const ann = place.type('ann')
    await ann.see('Opt> ')
    ann.type('g\r')
    await ann.see('1 节点 all (3)')
    await ann.see('2   节点 db (1)')
    ann.type('g 2\r')
    expect(await ann.see('1-1 of 1')).toContain('db-02')
    ann.type('g3\r')
    await ann.see('There is no such number')
    place.server.asked.push({ user: 'id-of-ann', asset: 'db-03' } as never)
    ann.type('r\r')
    await ann.see('1 db-03')
    ann.type('1\r')
    await ann.see('Connecting to db-03')
    ann.type('exit\r')
    await ann.see('Opt> ')
    ann.type('q\r')
    await ann.closed
  })

  it('speaks Chinese, switches, and asks which account where there are several', async () => {
    place.server.waysTo.set('db-03', [aWay('ops'), aWay('root'), aWay('web', { protocol: 'vnc' })])
    const ann = place.type('ann', { lang: 'zh_CN.UTF-8' })
    await ann.see('ann，Drawbridge')
    await ann.see('下一页')
    ann.type('l\r')
    await ann.see('this help')
    ann.type('db-03\r')
    await ann.see('1 ops (ops)')
    expect(await ann.see('Choose a system user')).not.toContain('web')
    ann.type('2\r')
    await ann.see('as root')
    ann.type('exit\r')
    await ann.see('Opt> ')
    ann.type('\u0004')
    await ann.closed
  })

  it('needs a terminal, and says so', async () => {
    expect(await place.ssh(['-T', at('ann')])).toMatchObject({ code: 1, err: expect.stringContaining('ssh -t') })
  })
})

describe('[T21] what would carry something past the records', () => {
  const refused = (what: string) => place.lines.some((line) => line.includes(what) && line.includes('refused'))

  it('ports, sockets, agents, displays and variables are refused, and it is written down', async () => {
    const forward = await place.ssh(['-W', `127.0.0.1:${place.sshd.port}`, at('ann')])
    expect(forward.code).not.toBe(0)
    expect(forward.out).not.toContain('SSH-2.0')
    expect(refused('a forward to')).toBe(true)
    await place.ssh(['-oExitOnForwardFailure=yes', '-R', '0:127.0.0.1:9', web, 'true'])
    expect(refused('tcpip-forward')).toBe(true)
    const env = await place.ssh(['-oSetEnv=LD_PRELOAD=/tmp/x.so', web, 'echo "[$LD_PRELOAD]"'])
    expect(env.out).toBe('[]\n')
    expect(refused('LD_PRELOAD')).toBe(true)
    expect(await place.ssh(['-s', web, 'netconf'])).toMatchObject({ out: '' })
    expect(refused('the subsystem netconf')).toBe(true)
    const agent = await place.ssh(['-A', web, 'echo "[$SSH_AUTH_SOCK]"'])
    expect(agent.out).toBe('[]\n')
  })

  it('[T22] an account that is not granted is refused for a shell, a command and files, known to the host or not', async () => {
    const asked = place.server.asked.length
    for (const account of ['root', 'no-such-account']) {
      const name = at(`ann@${account}@web-01`)
      expect((await place.ssh([name, 'echo in'])).out).toBe('')
      expect((await place.ssh(['-tt', name])).out).not.toContain('$')
      expect((await place.ssh(['-s', name, 'sftp'])).out).toBe('')
    }
    expect(place.server.asked.length).toBe(asked)
    expect((await place.ssh([at('ann@ops@somewhere-else'), 'echo in'])).err).toContain('No asset')
  })
})
