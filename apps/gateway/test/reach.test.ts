import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KnownHosts } from '../src/ssh/known-hosts.ts'
import { Place } from './kit/place.ts'
import { openSshd, type Sshd } from './kit/sshd.ts'

let place: Place
let hop: Sshd
const strangers: Server[] = []
beforeAll(async () => {
  place = await Place.open()
  hop = await openSshd()
})
afterAll(async () => {
  for (const server of strangers) server.close()
  await place.close()
  await hop.close()
})

const run = (asset: string, command = 'echo in') => place.ssh([`ann@ops@${asset}@127.0.0.1`, command])

const gatewayOf = (sshd: Sshd, more: object = {}) => ({
  id: 'g',
  name: 'hop',
  ip: '127.0.0.1',
  port: sshd.port,
  username: sshd.username,
  password: '',
  private_key: sshd.privateKey,
  ...more,
})

describe('the way to an asset', () => {
  it('leads through a gateway of its domain, past one that does not work', async () => {
    place.target('behind', { gateways: [gatewayOf(hop, { port: 1 }), gatewayOf(hop)] })
    expect(await run('behind')).toMatchObject({ code: 0, out: 'in\n' })
  })

  it('[T36] a host keeps the key it showed first, by host and by hop: another one is refused in words', async () => {
    place.target('changing')
    expect(await run('changing')).toMatchObject({ code: 0 })
    await place.sshd.changeHostKey()
    for (const asset of ['changing', 'behind']) {
      const refused = await run(asset)
      expect(refused).toMatchObject({ code: 255, out: '' })
      expect(refused.err).toContain('The host key or certificate of the asset is not the one we remember')
    }
  })

  it('[T36] the key of a jump host never vouches for the target, nor a direct way for one through a hop', () => {
    const known = new KnownHosts(join(place.folder, 'known-hosts.json'))
    const [one, other] = [Buffer.from('one'), Buffer.from('other')]
    expect(known.check('10.0.0.1', 22, [], one)).toBe(true)
    expect(known.check('10.0.0.1', 22, [], other)).toBe(false)
    expect(known.check('10.0.0.1', 22, ['10.0.0.9:22'], other)).toBe(true)
    expect(known.check('10.0.0.1', 22, ['10.0.0.9:22'], one)).toBe(false)
    expect(known.check('10.0.0.1', 23, [], other)).toBe(true)
    const again = new KnownHosts(join(place.folder, 'known-hosts.json'))
    expect(again.check('10.0.0.1', 22, [], other)).toBe(false)
    expect(again.check('10.0.0.1', 22, [], one)).toBe(true)
  })

  it('says why it leads nowhere: closed port, wrong key, unknown protocol', async () => {
    place.target('closed', { port: 1 })
    expect((await run('closed')).err).toContain('The asset refuses connections')
    const login = { mode: 'auto' as const, username: 'nobody-here', password: 'x', private_key: '' }
    place.target('locked', { port: hop.port, login })
    expect((await run('locked')).err).toContain('does not accept the credentials')
    place.target('vnc', { protocol: 'vnc' })
    expect((await run('vnc')).err).toContain('does not speak this protocol yet')
  })

  it('[T32] ends in words at a host that hangs up, talks nonsense or breaks the protocol', async () => {
    const answers: readonly ((socket: Socket) => void)[] = [
      (socket) => socket.end(),
      (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      (socket) => socket.end(`SSH-2.0-${'x'.repeat(100_000)}`),
      (socket) => socket.end(Buffer.concat([Buffer.from('SSH-2.0-x\r\n'), Buffer.alloc(4_096, 0xff)])),
      (socket) => socket.end(Buffer.concat([Buffer.from('SSH-2.0-x\r\n'), Buffer.from([0, 0, 0, 12, 4, 20, 0, 0])])),
    ]
    for (const [no, answer] of answers.entries()) {
      const stranger = createServer((socket) => {
        socket.on('error', () => undefined).resume()
        answer(socket)
      })
      strangers.push(stranger)
      await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done))
      const { port } = stranger.address() as { port: number }
      place.target(`stranger-${no}`, { port })
      const ran = await run(`stranger-${no}`)
      expect({ no, code: ran.code, said: ran.err.length > 10 }).toEqual({ no, code: 255, said: true })
    }
    expect(place.gateway.means.live.ids).toEqual([])
  })
})
