// Composition root of the gateway: finds its server, becomes known to it, opens its doors, and closes them when it is told to.
import { join, resolve } from 'node:path'
import { type Gateway, openGateway } from './gateway.ts'
import { takenAmong } from './ports.ts'
import { HttpServer } from './server/http.ts'
import { accessKey, NotKnown } from './server/registration.ts'
import { PATIENCE } from './session/patience.ts'
import { openDemoHost } from './ssh/demo-host.ts'
import { takeTour } from './ssh/demo-tour.ts'
import { hostKey } from './ssh/host-key.ts'

const RETRY_MS = 2_000
/** Ten seconds: as long as an earlier gateway takes to say goodbye. */
const PORT_TRIES = 40
/** Tells who started us that to start us again is of no use. */
const MISCONFIGURED = 78

const env = process.env
const host = env.HOST || '127.0.0.1'
const url = env.SERVER_URL || 'http://127.0.0.1:8080'
const dataDir = join(resolve(env.DATA_DIR || './data'), 'gateway')
const log = (message: string) =>
  console.error(JSON.stringify({ time: new Date().toISOString(), from: 'gateway', message }))

/** Told once, by the start that made the people of the demo. */
const demoPassword = new Promise<string>((done) =>
  process.on('message', (told: { demoPassword?: string }) => told.demoPassword && done(told.demoPassword)),
)

const address = addressOf(env.GATEWAY_ADDRESS)
const ports = [
  { setting: 'SSH_PORT', host, port: portOf('SSH_PORT', 2222) },
  // Only the server of this machine comes here, with tickets of its own.
  { setting: 'GATEWAY_PORT', host: '127.0.0.1', port: portOf('GATEWAY_PORT', 5000) },
  ...(address ? [{ setting: 'GATEWAY_ADDRESS', host, port: address.port }] : []),
] as const
const [ssh, web] = ports
const patience = {
  ...PATIENCE,
  loginMs: secondsOf('TARGET_SECONDS', PATIENCE.loginMs),
  keepaliveMs: secondsOf('KEEPALIVE_SECONDS', PATIENCE.keepaliveMs),
}

let gateway: Gateway | undefined
let stopping = false

// Without a parent nobody would ever stop it: a lost channel ends it like a signal.
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(event, () => void stop())

// What goes wrong in one session must not end those of everybody else: it is told, and they go on.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) =>
    log(`${event}: ${error instanceof Error ? (error.stack ?? error.message) : error}`),
  )

const taken = await takenAmong(ports, PORT_TRIES)
if (taken) {
  const { setting, host, port } = taken
  console.error(`Port ${port} on ${host}, for the gateway, is taken by another program. Set ${setting} to a free one.`)
  process.exit(MISCONFIGURED)
}
try {
  gateway = await open()
} catch (error) {
  console.error(`The gateway cannot start: ${(error as Error).message}`)
  process.exit(1)
}
process.send?.({ ready: true })
if (stopping) await gateway?.close()
else if (env.DEMO_HOST_PORT) {
  await openDemo(Number(env.DEMO_HOST_PORT))
  const port = gateway!.sshPort
  void demoPassword.then((password) => takeTour({ port, password, log }))
}

/** A server that is not there yet is waited for; one that refuses us is not asked again and again. */
async function open(): Promise<Gateway | undefined> {
  while (!stopping) {
    try {
      const key = await accessKey({ url, dataDir, bootstrapToken: env.BOOTSTRAP_TOKEN || undefined, address })
      const server = new HttpServer(url, key, address)
      return await openGateway({
        host,
        sshPort: ssh.port,
        webPort: web.port,
        far: address && { host, port: address.port, key },
        dataDir,
        server,
        log,
        patience,
      })
    } catch (error) {
      if (error instanceof NotKnown || (error as NodeJS.ErrnoException).code) throw error
      log((error as Error).message)
      await new Promise((done) => setTimeout(done, RETRY_MS))
    }
  }
  return undefined
}

/** The demo has one host that really answers. Without it the rest of the demo is as good. */
async function openDemo(port: number): Promise<void> {
  try {
    const key = hostKey(join(dataDir, 'demo-host'), undefined)
    await openDemoHost({
      port,
      hostKey: key,
      username: 'demo',
      password: env.DEMO_HOST_PASSWORD || 'demo-host-password',
    })
  } catch (error) {
    log(`the demo host cannot listen on port ${port}: ${(error as Error).message}`)
  }
}

/** `host:port`, an IPv6 address in brackets. */
function addressOf(given: string | undefined): { host: string; port: number } | undefined {
  if (!given) return undefined
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(given) ?? []
  if (Number(port) > 0 && Number(port) <= 65_535) return { host: (bracketed ?? plain)!, port: Number(port) }
  console.error(`GATEWAY_ADDRESS must be the host and port where servers reach this gateway, not "${given}".`)
  process.exit(MISCONFIGURED)
}

function portOf(name: string, preset: number): number {
  const port = env[name] ? Number(env[name]) : preset
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  console.error(`${name} must be a port number between 0 and 65535, not "${env[name]}".`)
  process.exit(MISCONFIGURED)
}

/** In milliseconds. */
function secondsOf(name: string, preset: number): number {
  const seconds = env[name] ? Number(env[name]) : preset / 1_000
  if (seconds >= 1 && seconds <= 3_600) return seconds * 1_000
  console.error(`${name} must be a number of seconds between 1 and 3600, not "${env[name]}".`)
  process.exit(MISCONFIGURED)
}

async function stop(): Promise<void> {
  stopping = true
  // What cannot be told now is on disk, and told by the next gateway.
  setTimeout(() => process.exit(0), 10_000).unref()
  await gateway?.close()
  process.exit(0)
}
