// The way to a PostgreSQL server: encrypted when it offers that, before anything is said.
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { DialFailure, type Path } from '../session/line.ts'

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

export interface Secured {
  readonly stream: Duplex
  readonly encrypted: boolean
}

/** The certificate is not looked at: databases inside a network seldom have one that anybody could verify. */
export const secured = async ({ stream }: Path, host: string): Promise<Secured> => {
  const answer = await firstBytes(stream)
  // More than one byte before the encryption begins is put there by somebody else.
  if (answer.length !== 1) throw new DialFailure('unreachable', 'no PostgreSQL server')
  if (answer[0] === 0x4e) return { stream, encrypted: false }
  if (answer[0] !== 0x53) throw new DialFailure('unreachable', 'no PostgreSQL server')
  const servername = isIP(host) ? {} : { servername: host }
  const tls = connectTls({ socket: stream, rejectUnauthorized: false, ...servername })
  tls.on('error', () => undefined)
  await new Promise<void>((done, fail) => {
    tls.once('secureConnect', done)
    tls.once('error', (error) => fail(new DialFailure('unreachable', `TLS: ${error.message}`)))
    tls.once('close', () => fail(new DialFailure('unreachable', 'hung up at the TLS handshake')))
  })
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
