// Composition root of the gateway. So far it only tells that it is alive.
import { createServer } from 'node:http'

const HOST = '127.0.0.1'
const port = Number(process.env.GATEWAY_PORT ?? 5000)

const server = createServer((request, response) => {
  const found = request.method === 'GET' && request.url?.split('?')[0] === '/health/'
  response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
  response.end(JSON.stringify(found ? { status: 1, time: Math.floor(Date.now() / 1000) } : { detail: 'Not found' }))
})

server.on('error', (error: NodeJS.ErrnoException) => {
  const reason = error.code === 'EADDRINUSE' ? 'another program uses it (set GATEWAY_PORT to another)' : error.message
  console.error(`The gateway cannot listen on ${HOST}:${port}: ${reason}`)
  process.exit(1)
})

server.listen(port, HOST)

// Without a parent nobody would ever stop it: a lost channel ends it like a signal.
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(event, stop)

function stop() {
  server.close(() => process.exit(0))
  server.closeIdleConnections()
  setTimeout(() => server.closeAllConnections(), 5_000).unref()
}
