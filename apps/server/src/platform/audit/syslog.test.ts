import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { message, readPlace, syslogTo } from './syslog.ts'

const head = { no: 42, hash: 'ab'.repeat(32) }

test('a head is one message of RFC 5424, of the facility for audits', () => {
  expect(message(head, new Date(0), 'bastion', 7)).toBe(
    `<109>1 1970-01-01T00:00:00.000Z bastion drawbridge 7 audit-head - no=42 hash=${head.hash}`,
  )
})

test('a head arrives at the server', async () => {
  const server = createSocket('udp4')
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  const arrival = once(server, 'message')
  await syslogTo({ host: '127.0.0.1', port: server.address().port }).send(head, new Date())
  expect(String((await arrival)[0])).toContain('no=42')
  server.close()
})

test('a server that cannot be found is a failure to try again, not an end', async () => {
  await expect(syslogTo({ host: 'nowhere.invalid', port: 514 }).send(head, new Date())).rejects.toThrow()
})

test('places are read with and without a port, in every form of address', () => {
  expect(readPlace('logs.example.com')).toEqual({ host: 'logs.example.com', port: 514 })
  expect(readPlace('10.0.0.1:1514')).toEqual({ host: '10.0.0.1', port: 1514 })
  expect(readPlace('[::1]:1514')).toEqual({ host: '::1', port: 1514 })
  for (const wrong of ['', 'host:', 'host:0', 'host:70000', 'a b:1', '::1:514'])
    expect(readPlace(wrong)).toBeUndefined()
})
