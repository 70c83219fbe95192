// Reaches a target over SSH: directly, or through one of the gateways of its domain.
import { connect as connectSocket, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Credentials, Hop } from '@drawbridge/wire'
import ssh2, { type ClientChannel, type PseudoTtyOptions } from 'ssh2'
import { type Dial, DialFailure, type Line, type Pty, type Shell } from '../session/line.ts'
import type { TargetFiles } from '../session/target-files.ts'
import { forTargets } from './algorithms.ts'
import type { KnownHosts } from './known-hosts.ts'
import { targetFiles } from './target-files.ts'

export const DIAL = { connectMs: 15_000, loginMs: 20_000, keepaliveMs: 30_000, keepaliveTimes: 4 } as const

export const createDial =
  (known: KnownHosts): Dial =>
  async ({ address, port, gateways, protocol }, login, signal) => {
    if (protocol !== 'ssh') throw new DialFailure('protocol', protocol)
    const target = { host: address, port, ...login }
    if (gateways.length === 0) return asLine([await open(target, { known, via: [], signal })])
    let failure: unknown
    for (const hop of gateways) {
      try {
        return asLine(await through(hop, target, known, signal))
      } catch (error) {
        failure = error
        // Only a hop that cannot be used is passed over: what the target itself says is its last word.
        if (!(error instanceof HopFailure) || signal.aborted) break
      }
    }
    throw failure instanceof HopFailure ? failure.cause : failure
  }

class HopFailure extends Error {}

interface Target extends Credentials {
  readonly host: string
  readonly port: number
}

interface Way {
  readonly known: KnownHosts
  readonly via: readonly string[]
  readonly signal: AbortSignal
  readonly sock?: Duplex
}

const through = async (hop: Hop, target: Target, known: KnownHosts, signal: AbortSignal): Promise<ssh2.Client[]> => {
  let first: ssh2.Client
  let sock: Duplex
  const via = [`${hop.ip}:${hop.port}`]
  try {
    first = await open({ host: hop.ip, ...hop }, { known, via: [], signal })
  } catch (error) {
    throw new HopFailure('hop', { cause: error })
  }
  try {
    sock = await new Promise<Duplex>((done, fail) =>
      first.forwardOut('127.0.0.1', 0, target.host, target.port, (error, stream) =>
        error ? fail(new DialFailure('unreachable', `${via[0]}: ${error.message}`)) : done(stream),
      ),
    )
    return [await open(target, { known, via, signal, sock }), first]
  } catch (error) {
    first.end()
    throw error
  }
}

const open = async (target: Target, { known, via, signal, sock }: Way): Promise<ssh2.Client> => {
  const socket = sock ?? (await dialSocket(target, signal))
  const client = new ssh2.Client()
  let strange = false
  return new Promise<ssh2.Client>((done, fail) => {
    const stop = () => {
      client.destroy()
      fail(new DialFailure('timeout', 'given up'))
    }
    signal.addEventListener('abort', stop, { once: true })
    client.once('ready', () => {
      signal.removeEventListener('abort', stop)
      client.on('error', () => undefined)
      done(client)
    })
    client.once('error', (error: Error & { level?: string }) => {
      signal.removeEventListener('abort', stop)
      client.on('error', () => undefined)
      client.destroy()
      const reason = strange
        ? 'host-key'
        : error.level === 'client-authentication'
          ? 'auth'
          : error.level === 'client-timeout'
            ? 'timeout'
            : 'unreachable'
      fail(new DialFailure(reason, `${target.host}:${target.port}: ${error.message}`))
    })
    client.once('close', () => fail(new DialFailure('unreachable', `${target.host}:${target.port} hung up`)))
    // Some servers take passwords only as an answer to a question.
    client.on('keyboard-interactive', (_name, _instructions, _lang, prompts, answer) =>
      answer(prompts.map(({ echo }) => (echo ? '' : target.password))),
    )
    try {
      client.connect({
        sock: socket,
        username: target.username,
        ...(target.private_key ? { privateKey: target.private_key } : {}),
        ...(target.private_key && target.passphrase ? { passphrase: target.passphrase } : {}),
        ...(target.password ? { password: target.password, tryKeyboard: true } : {}),
        algorithms: forTargets,
        readyTimeout: DIAL.loginMs,
        keepaliveInterval: DIAL.keepaliveMs,
        keepaliveCountMax: DIAL.keepaliveTimes,
        hostVerifier: (key: Buffer) => {
          strange = !known.check(target.host, target.port, via, key)
          return !strange
        },
      })
    } catch (error) {
      // A key that cannot be read is a credential that does not work.
      socket.destroy()
      fail(new DialFailure('auth', (error as Error).message))
    }
  })
}

const dialSocket = ({ host, port }: Target, signal: AbortSignal): Promise<Socket> =>
  new Promise((done, fail) => {
    const socket = connectSocket({ host, port, noDelay: true, signal })
    const timer = setTimeout(() => {
      socket.destroy()
      fail(new DialFailure('timeout', `${host}:${port} did not answer`))
    }, DIAL.connectMs)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      done(socket)
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      fail(new DialFailure(error.code === 'ECONNREFUSED' ? 'refused' : 'unreachable', error.message))
    })
  })

/** The first is the target; those after it are held only for it. */
const asLine = (clients: readonly ssh2.Client[]): Line => {
  const [client] = clients as [ssh2.Client]
  let lost: () => void = () => undefined
  for (const one of clients) one.once('close', () => lost())
  const shell = (ask: (take: (error: Error | undefined, stream: ClientChannel) => void) => void) =>
    new Promise<Shell>((done, fail) =>
      ask((error, stream) => (error ? fail(new DialFailure('refused', error.message)) : done(asShell(stream)))),
    )
  const files = () =>
    new Promise<TargetFiles>((done, fail) =>
      client.sftp((error, sftp) => (error ? fail(new DialFailure('files', error.message)) : done(targetFiles(sftp)))),
    )
  return {
    shell: (pty, env) => shell((take) => client.shell(windowOf(pty), { env: { ...env } }, take)),
    exec: (command, pty, env) =>
      shell((take) => client.exec(command, { env: { ...env }, ...(pty ? { pty: windowOf(pty) } : {}) }, take)),
    files,
    onLost: (heard) => {
      lost = heard
    },
    end: () => {
      lost = () => undefined
      for (const one of clients) one.end()
    },
  }
}

const windowOf = ({ term, columns, rows }: Pty): PseudoTtyOptions => ({
  term,
  cols: columns,
  rows,
  width: 0,
  height: 0,
})

const asShell = (stream: ClientChannel): Shell => {
  let end: { code?: number; signal?: string } = {}
  stream.on('exit', (code: number | null, signal?: string) => {
    end = { ...(code === null ? {} : { code }), ...(signal ? { signal } : {}) }
  })
  return {
    stream,
    errors: stream.stderr,
    resize: ({ columns, rows }) => stream.setWindow(rows, columns, 0, 0),
    exit: () => end,
  }
}
