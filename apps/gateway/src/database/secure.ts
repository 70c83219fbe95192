// The way to a PostgreSQL server: encrypted when it offers that, before anything is said.
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { DialFailure, type Path } from '../session/line.ts'
import type { Vouch } from './engine.ts'

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

export interface Secured {
  readonly stream: Duplex
  readonly encrypted: boolean
}

/** A server that shows another certificate than before, or none any more, is not told anything. */
export const secured = async (path: Path, host: string, vouch: Vouch): Promise<Secured> => {
  const { stream } = path
  const answer = await firstBytes(stream)
  // More than one byte before the encryption begins is put there by somebody else.
  if (answer.length !== 1) throw new DialFailure('unreachable', 'no PostgreSQL server')
  if (answer[0] === 0x4e) {
    if (!vouch(path, undefined)) throw new DialFailure('host-key', `${host} is no longer encrypted`)
    return { stream, encrypted: false }
  }
  if (answer[0] !== 0x53) throw new DialFailure('unreachable', 'no PostgreSQL server')
  const servername = isIP(host) ? {} : { servername: host }
  const tls = connectTls({ socket: stream, rejectUnauthorized: false, ...servername })
  tls.on('error', () => undefined)
  await new Promise<void>((done, fail) => {
    tls.once('secureConnect', done)
    tls.once('error', (error) => fail(new DialFailure('unreachable', `TLS: ${error.message}`)))
    tls.once('close', () => fail(new DialFailure('unreachable', 'hung up at the TLS handshake')))
  })
  // A line that was cut meanwhile has no certificate at all.
  const raw = (tls.getPeerCertificate() as { raw?: Buffer } | null)?.raw
  if (!raw || !vouch(path, raw)) {
    tls.destroy()
    throw new DialFailure('host-key', `${host} shows another certificate`)
  }
  return { stream: tls, encrypted: true }
}

const firstBytes = (stream: Duplex): Promise<Buffer> =>
  new Promise((done, fail) => {
    const gone = () => fail(new DialFailure('unreachable', 'hung up'))
    stream.on('error', gone)
    stream.once('close', gone)
    stream.once('data', (bytes: Buffer) => {
      stream.pause()
      stream.off('close', gone)
      done(bytes)
    })
    stream.write(SSL_REQUEST)
  })
