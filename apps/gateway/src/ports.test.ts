import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { takenAmong } from './ports.ts'

const host = '127.0.0.1'

const occupied = async () => {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

it('a port that is taken is named by its setting; one that is left in time is not', async () => {
  const [first, second] = [await occupied(), await occupied()]
  const wanted = [
    { setting: 'SSH_PORT', host, port: first.port },
    { setting: 'GATEWAY_PORT', host, port: second.port },
  ]
  const found = takenAmong(wanted, 2)
  first.server.close()
  expect(await found).toBe(wanted[1])
  second.server.close()
  expect(await takenAmong(wanted, 1)).toBeUndefined()
})
