import { createServer, type Server, type Socket } from 'node:net'
import { readEvents } from '@drawbridge/terminal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWay, Place } from './kit/place.ts'
import { until } from './kit/ssh.ts'
import { openSshd, type Sshd } from './kit/sshd.ts'
import { type Manners, openTelnetd, type Telnetd } from './kit/telnetd.ts'

let place: Place
let hop: Sshd
const hosts: Telnetd[] = []
const strangers: Server[] = []
beforeAll(async () => {
  place = await Place.open()
  hop = await openSshd()
})
afterAll(async () => {
  await place.close()
  await hop.close()
  for (const host of hosts) await host.close()
  for (const server of strangers) server.close()
})

const device = async (name: string, manners: Manners = {}, more: object = {}): Promise<Telnetd> => {
  const host = await openTelnetd(manners)
  hosts.push(host)
  aim(name, host.port, { username: host.username, password: host.password }, more)
  return host
}
const aim = (name: string, port: number, { username = 'ops', password = 'x' } = {}, more: object = {}) => {
  const login = { mode: 'auto' as const, username, password, private_key: '' }
  const known = place.server.rows.findIndex(({ id }) => id === name)
  if (known >= 0) place.server.rows.splice(known, 1)
  place.target(name, { protocol: 'telnet', port, login, ...more }, { protocols: [`telnet/${port}`] })
  place.server.waysTo.set(name, [aWay('ops', { protocol: 'telnet' })])
}
const stranger = async (name: string, answer: (socket: Socket) => void): Promise<void> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume()
    answer(socket)
  })
  strangers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  aim(name, (server.address() as { port: number }).port)
}

describe('telnet', () => {
  it('logs in, shows the shell, tells the size, and is recorded and read like ssh', async () => {
    const { password } = await device('switch')
    const ann = place.type('ann@ops@switch')
    await ann.see('switch# ')
    ann.type('echo the answer is $((6*7)); echo $TERM; stty size\r')
    await ann.see('the answer is 42')
    await ann.see('xterm')
    await ann.see(/\d+ \d+/)
    ann.type('exit\r')
    await ann.closed
    expect(ann.text).not.toContain(password)
    await place.gateway.means.commands.flush()
    expect(place.server.said.map(({ input }) => input)).toContain('echo the answer is $((6*7)); echo $TERM; stty size')
    const asked = place.server.asked.at(-1)!
    expect(asked).toMatchObject({ asset: 'switch', protocol: 'telnet' })
    await until(() => [...place.server.chunks.values()].flat().length > 0, 'the recording')
    const shown = [...place.server.chunks.values()].flat().map((chunk) => JSON.stringify(readEvents(chunk)))
    expect(shown.join('')).toContain('the answer is 42')
    expect(shown.join('')).not.toContain(password)
  })

  it('[T41] keeps denied commands from the target', async () => {
    await device(
      'guarded',
      {},
      { rules: [{ id: 'r', type: 'command', content: 'reboot', priority: 50, action: 'deny' }] },
    )
    const ann = place.type('ann@ops@guarded')
    await ann.see('switch# ')
    ann.type('reboot\r')
    await ann.see('is forbidden')
    ann.type('exit\r')
    await ann.closed
  })

  it('knows the prompts of others, in Chinese too, and the sign that the administrator names', async () => {
    await device('router', {
      asksName: '用户名：',
      asksPassword: '密码：',
      greets: '欢迎光临',
      prompt: '<router> ',
    })
    const ann = place.type('ann@ops@router')
    await ann.see('<router> ')
    ann.type('exit\r')
    await ann.closed
    await device('odd', { asksName: 'Username:', asksPassword: 'passwd: ', greets: 'You are in', prompt: 'ready ~ ' })
    place.server.settings_ = { telnetSuccess: 'you\\s+are in' }
    await place.gateway.beat()
    const bob = place.type('ann@ops@odd')
    await bob.see('ready ~ ')
    bob.type('exit\r')
    await bob.closed
    place.server.settings_ = {}
  })

  it('leads through a gateway of the domain', async () => {
    const { username, privateKey: private_key, port } = hop
    const gateways = [{ id: 'g', name: 'hop', ip: '127.0.0.1', port, username, password: '', private_key }]
    await device('behind', {}, { gateways })
    const ann = place.type('ann@ops@behind')
    await ann.see('switch# ')
    ann.type('exit\r')
    await ann.closed
  })

  it('says that a password is wrong, a target hangs up, or is no telnet server', async () => {
    const host = await device('locked')
    aim('wrong', host.port, { password: 'guessed' })
    const wrong = place.type('ann@ops@wrong')
    await wrong.see('does not accept the credentials')
    await wrong.closed
    await stranger('mute', (socket) => socket.end())
    const mute = place.type('ann@ops@mute')
    await mute.see('cannot be reached')
    await mute.closed
    expect((await place.ssh(['ann@ops@locked@127.0.0.1', 'uptime'])).err).toContain('no system user on this asset')
    expect(place.gateway.means.live.ids).toEqual([])
  })
})
