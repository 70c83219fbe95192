import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { HttpServer } from './http.ts'
import { Unreachable } from './server.ts'

it('tells with the first heartbeat that is taken where the gateway is reached now, and leaves it at that', async () => {
  const told: { status: number; body: any }[] = []
  let status = 503
  const server = createServer((request, reply) => {
    let text = ''
    request.on('data', (data) => {
      text += data
    })
    request.on('end', () => {
      if (request.url!.endsWith('/terminals/status/')) told.push({ status, body: JSON.parse(text) })
      const isLoad = request.url!.endsWith('/components/state/')
      reply.writeHead(isLoad ? 201 : status, { 'content-type': 'application/json' }).end('[]')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  const key = { id: 'key', secret: 'secret' }
  const load = {
    ...{ system_cpu_load_1: 0, system_memory_used_percent: 0 },
    ...{ system_disk_used_percent: 0, session_active_count: 0 },
  }
  const gateway = new HttpServer(`http://127.0.0.1:${port}`, key, { host: 'gateway.example', port: 5443 })
  await expect(gateway.heartbeat([], load)).rejects.toThrow(Unreachable)
  status = 201
  await gateway.heartbeat([], load)
  await gateway.heartbeat([], load)
  const place = { remote_addr: 'gateway.example', http_port: 5443 }
  expect(told).toEqual([
    { status: 503, body: { sessions: [], ...place } },
    { status: 201, body: { sessions: [], ...place } },
    { status: 201, body: { sessions: [] } },
  ])
  await new Promise((done) => server.close(done))
})
