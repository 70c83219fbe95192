// A bare stream to a target: directly, or through one of the gateways of its domain.
import { connect as connectSocket, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Credentials, Hop } from '@drawbridge/wire'
import ssh2 from 'ssh2'
import { DialFailure, type Path, type Reach } from '../session/line.ts'
import type { Patience } from '../session/patience.ts'
import { within } from '../session/within.ts'
import { forTargets } from './algorithms.ts'
import type { KnownHosts } from './known-hosts.ts'
import { together } from './together.ts'

export const createReach =
  (known: KnownHosts, patience: Patience): Reach =>
  async ({ address, port, gateways }, signal) => {
    const place = { host: address, port }
    if (gateways.length === 0)
      return { stream: await dialSocket(place, signal, patience), via: [], release: () => undefined }
    let failure: unknown
    for (const hop of gateways) {
      try {
        return await through(hop, place, { known, signal, patience })
      } catch (error) {
        failure = error
        // Only a hop that cannot be used is passed over: what it says of the target is the last word.
        if (!(error instanceof HopFailure) || signal.aborted) break
      }
    }
    throw failure instanceof HopFailure ? failure.cause : failure
  }

class HopFailure extends Error {}

interface Place {
  readonly host: string
  readonly port: number
}

export interface Target extends Credentials, Place {}

interface Way {
  readonly known: KnownHosts
  readonly via: readonly string[]
  readonly signal: AbortSignal
  readonly patience: Patience
  readonly sock: Duplex
}

const through = async (hop: Hop, place: Place, way: Omit<Way, 'via' | 'sock'>): Promise<Path> => {
  let first: ssh2.Client
  const via = [`${hop.ip}:${hop.port}`]
  try {
    const target = { host: hop.ip, ...hop }
    first = await open(target, { ...way, via: [], sock: await dialSocket(target, way.signal, way.patience) })
  } catch (error) {
    throw new HopFailure('hop', { cause: error })
  }
  const reached = new Promise<Duplex>((done, fail) =>
    first.forwardOut('127.0.0.1', 0, place.host, place.port, (error, stream) =>
      error ? fail(new DialFailure('unreachable', `${via[0]}: ${error.message}`)) : done(stream),
    ),
  )
  try {
    return { stream: await within(way.patience.connectMs, reached), via, release: () => first.end() }
  } catch (error) {
    first.end()
    throw error
  }
}

/** Logs in to an SSH server at the other end of a stream. */
export const open = (target: Target, { known, via, signal, patience, sock }: Way): Promise<ssh2.Client> => {
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
        sock,
        username: target.username,
        ...(target.private_key ? { privateKey: target.private_key } : {}),
        ...(target.private_key && target.passphrase ? { passphrase: target.passphrase } : {}),
        ...(target.password ? { password: target.password, tryKeyboard: true } : {}),
        algorithms: forTargets,
        readyTimeout: patience.loginMs,
        keepaliveInterval: patience.keepaliveMs,
        keepaliveCountMax: patience.keepaliveTimes,
        hostVerifier: (key: Buffer) => {
          strange = !known.check(target.host, target.port, via, key)
          return !strange
        },
      })
    } catch (error) {
      // A key that cannot be read is a credential that does not work.
      sock.destroy()
      fail(new DialFailure('auth', (error as Error).message))
    }
  })
}

const dialSocket = ({ host, port }: Place, signal: AbortSignal, patience: Patience): Promise<Socket> =>
  new Promise((done, fail) => {
    // Telnet and databases have no question of their own that a silent line could be asked.
    const keepAlive = { keepAlive: true, keepAliveInitialDelay: patience.keepaliveMs }
    const socket = connectSocket({ host, port, noDelay: true, signal, ...keepAlive })
    const timer = setTimeout(() => {
      socket.destroy()
      fail(new DialFailure('timeout', `${host}:${port} did not answer`))
    }, patience.connectMs)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      done(together(socket))
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      fail(new DialFailure(error.code === 'ECONNREFUSED' ? 'refused' : 'unreachable', error.message))
    })
  })
