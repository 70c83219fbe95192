// `npm start`: installs and builds what is missing, then runs the server, and the gateway once the server is ready.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, checkNode, install } from './setup.mjs'

const BACK_OFF = { firstMs: 1_000, mostMs: 30_000, forgottenAfterMs: 60_000 }
// One Ctrl-C can arrive twice: from the terminal, and passed on by npm.
const SAME_PRESS_MS = 700
// Of a gateway that would fail again and again: its port is another program's.
const MISCONFIGURED = 78

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
checkNode()
install()
build()

// The gateway of this machine becomes known to the server by it; both get it from us, and nobody has to invent one.
process.env.BOOTSTRAP_TOKEN ||= randomBytes(24).toString('hex')

// In the demo there are a host and a database behind the gateway that really answer.
if (process.argv.includes('--demo')) {
  process.env.DEMO_HOST_PORT ||= '2022'
  process.env.DEMO_DATABASE_PORT ||= '2023'
}

let stoppingSince
let failed = false
let hasServed = false
let gateway
const server = run('apps/server/dist/src/main.js', process.argv.slice(2))
server.on('message', (message) => {
  if (!message?.ready || gateway || stoppingSince) return
  keepGateway(message.url, BACK_OFF.firstMs)
  // Known only now, to the start that made the people of the demo: the first gateway plays what their auditors shall find.
  if (message.demoPassword) gateway.send({ demoPassword: message.demoPassword })
})
server.once('exit', async (code, signal) => {
  const asked = stoppingSince !== undefined
  stoppingSince ??= Date.now()
  await end(gateway)
  process.exit(failed ? 1 : asked ? 0 : (code ?? (signal ? 1 : 0)))
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

// A signal to npm ends it and its shell without a word to us: we see that they are gone.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    void stop()
  }, 500)
}

// The gateway goes first, so that its sessions can say goodbye to a server that still listens.
async function stop() {
  if (stoppingSince) return Date.now() - stoppingSince > SAME_PRESS_MS ? kill() : undefined
  stoppingSince = Date.now()
  await end(gateway)
  server.kill('SIGTERM')
}

function kill() {
  for (const child of [gateway, server]) if (running(child)) child.kill('SIGKILL')
  process.exit(130)
}

function keepGateway(url, waitMs) {
  const startedAt = Date.now()
  gateway = run('apps/gateway/dist/main.js', [], { SERVER_URL: url })
  gateway.once('message', () => {
    hasServed = true
  })
  gateway.once('exit', (code) => {
    if (stoppingSince) return
    // Once people have worked with it, a gateway in trouble is no reason to take the server from them too.
    failed = code === MISCONFIGURED && !hasServed
    if (failed) return stop()
    const wait = Date.now() - startedAt > BACK_OFF.forgottenAfterMs ? BACK_OFF.firstMs : waitMs
    console.error(`The gateway ended; it is started again in ${wait / 1000} s`)
    setTimeout(() => stoppingSince || keepGateway(url, Math.min(wait * 2, BACK_OFF.mostMs)), wait)
  })
}

// Each child leads a process group of its own: Ctrl-C reaches only us, and we pass it on in order.
function run(file, args, env = {}) {
  return spawn(process.execPath, ['--enable-source-maps', file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
}

function running(child) {
  return child && child.exitCode === null && child.signalCode === null
}

async function end(child) {
  if (!running(child)) return
  const exit = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await exit
}
