import { expect, test } from 'vitest'
import { outboundGuard, type Resolve } from './outbound.ts'

const names: Record<string, string[]> = {
  'mail.example': ['10.1.2.3'],
  'both.example': ['127.0.0.1', '10.1.2.3'],
  'evil.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:127.0.0.1'],
  localhost: ['127.0.0.1', '::1'],
}
const resolve: Resolve = async (host) => {
  if (!names[host]) throw new Error('ENOTFOUND')
  return names[host].map((address) => ({ address }))
}
const guard = (...allow: string[]) => outboundGuard({ allow, resolve })
const refusedAs = (reason: string) => expect.objectContaining({ name: 'OutboundRefused', reason })

test.each(['10.1.2.3', '192.168.1.1', '172.16.0.1', '100.64.0.1', '8.8.8.8', 'fd12::1', '2606:4700::1'])(
  'private and public addresses are open: %s',
  async (address) => {
    expect(await guard().check(address, 25)).toEqual({ address, port: 25, servername: undefined })
  },
)

test('a name gives the address to dial and keeps its name for TLS', async () => {
  const destination = { address: '10.1.2.3', port: 465, servername: 'mail.example' }
  expect(await guard().check('mail.example', 465)).toEqual(destination)
  expect(await guard().check('MAIL.Example.', 465)).toEqual(destination)
})

test.each([
  ...['127.0.0.1', '127.8.8.8', '::1', '[::1]', '::', '0.0.0.0', '0.1.2.3'],
  ...['169.254.169.254', '169.254.0.1', 'fe80::1', '100.100.100.200', '168.63.129.16', 'fd00:ec2::254', '192.0.0.192'],
  ...['224.0.0.1', 'ff02::1', '255.255.255.255', '240.0.0.1'],
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a9fe:a9fe', '::127.0.0.1', '::7f00:1', '::ffff:0:7f00:1'],
  ...['64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '2002:7f00:1::', '2001::1'],
  ...['localhost', 'evil.example', 'mapped.example'],
])('[T39] loopback, metadata and their disguises are forbidden: %s', async (host) => {
  await expect(guard().check(host, 80)).rejects.toThrow(refusedAs('forbidden'))
})

test.each([
  ...['0', '127.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1', '127.0.0.01', '017700000001', '0x', '1.'],
  ...['', ' ', 'fe80::1%eth0', 'a b', 'user@host', 'host/path', 'host:80', 'host#x', '①②⑦.0.0.1', '127。0。0。1', '..'],
])('[T39] a host that is no plain name or address is refused: %j', async (host) => {
  await expect(guard().check(host, 80)).rejects.toThrow(refusedAs('host'))
})

test.each([0, -1, 65_536, 1.5, Number.NaN])('a port that is none is refused: %d', async (port) => {
  await expect(guard().check('mail.example', port)).rejects.toThrow(refusedAs('port'))
})

test('an unknown name is said to be unknown', async () => {
  await expect(guard().check('nowhere.example', 80)).rejects.toThrow(refusedAs('unknown-host'))
})

test('[T39] of several answers only an open one is dialled', async () => {
  expect((await guard().check('both.example', 80)).address).toBe('10.1.2.3')
})

test('[T39] a second DNS answer cannot differ: the name is asked once', async () => {
  const answers = ['10.1.2.3', '127.0.0.1']
  const rebinding = outboundGuard({ allow: [], resolve: async () => [{ address: answers.shift()! }] })
  expect((await rebinding.check('rebind.example', 80)).address).toBe('10.1.2.3')
  expect(answers).toHaveLength(1)
})

test.each([
  ['localhost', 'localhost', 25, true],
  ['localhost:1025', 'localhost', 1025, true],
  ['localhost:1025', 'localhost', 25, false],
  ['localhost', '127.0.0.1', 25, false],
  ['127.0.0.1', '127.0.0.1', 25, true],
  ['127.0.0.1', 'localhost', 25, true],
  ['127.0.0.1:389', '127.0.0.1', 389, true],
  ['127.0.0.1:389', '127.0.0.1', 390, false],
  ['127.0.0.0/8', '127.9.9.9', 25, true],
  ['::1', '[::1]', 25, true],
  ['[::1]:25', '::1', 25, true],
  ['[::1]:25', '::1', 26, false],
  ['mail.example', 'evil.example', 25, false],
])('with %j listed, %s:%i is reached: %s', async (entry, host, port, reached) => {
  const result = guard(entry).check(host, port)
  if (reached) expect(await result).toMatchObject({ port })
  else await expect(result).rejects.toThrow(refusedAs('forbidden'))
})

test.each(['*', '10.0.0.0/40', 'a b', ''])('a wrong entry in the list is said at once: %j', (entry) => {
  expect(() => guard(entry)).toThrow('not a')
})
