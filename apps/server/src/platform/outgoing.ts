// Calls to a service that an administrator named: to the address that was checked and to no other, no redirect followed, in bounded time and length.
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { rootCertificates } from 'node:tls'
import { type Label, label } from '@drawbridge/resource'
import { type OutboundGuard, OutboundRefused } from './outbound.ts'

export interface Outgoing {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** An answer longer than this is none. */
  readonly most: number
}

export interface Incoming {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

export type Dial = (call: Outgoing) => Promise<Incoming>

/** The service did not answer as one should. The message names a place and a reason, never what was sent. */
export class Unreachable extends Error {
  readonly wording: Label

  constructor(url: URL, reason: Label) {
    super(`${url.host}: ${reason.en}`)
    this.name = 'Unreachable'
    this.wording = label(`${url.host}: ${reason.zh}`, this.message)
  }
}

export interface Patience {
  readonly timeoutMs?: number
  readonly wholeMs?: number
  /** Further authorities to trust (PEM). */
  readonly ca?: string
  /** Whoever asked does not want to know any more. */
  readonly signal?: AbortSignal
}

const TLS = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const
const TIMEOUT_MS = 15_000
const WHOLE_MS = 120_000

export const dialer =
  (guard: OutboundGuard, { timeoutMs = TIMEOUT_MS, wholeMs = WHOLE_MS, signal, ca }: Patience = {}): Dial =>
  async ({ method, url, headers, body, most }) => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Unreachable(url, WORDS.scheme)
    const secure = url.protocol === 'https:'
    const { address, port, servername } = await allowed(guard, url, Number(url.port || (secure ? 443 : 80)))
    if (signal?.aborted) throw new Unreachable(url, WORDS.given)
    return new Promise<Incoming>((done, fail) => {
      const failed = (reason: Label) => {
        call.destroy()
        clearTimeout(whole)
        signal?.removeEventListener('abort', given)
        fail(new Unreachable(url, reason))
      }
      const call = (secure ? overHttps : overHttp)({
        host: address,
        port,
        method,
        path: `${url.pathname}${url.search}`,
        headers: { host: url.host, ...headers, ...(body ? { 'content-length': String(body.length) } : {}) },
        timeout: timeoutMs,
        // A connection of its own: one that was kept may have died since, or lead where the name no longer does.
        agent: false,
        ...(secure ? { ...TLS, servername: servername ?? '', ca: ca && [...rootCertificates, ca] } : {}),
      })
      // A peer that gives one byte a second never times out by its silence.
      const whole = setTimeout(() => failed(WORDS.long), wholeMs)
      const given = () => failed(WORDS.given)
      signal?.addEventListener('abort', given, { once: true })
      call.on('timeout', () => failed(WORDS.silent))
      call.on('error', (error: NodeJS.ErrnoException) =>
        failed(error.code ? label(error.code, error.code) : WORDS.failed),
      )
      call.on('response', (answer) => {
        const parts: Buffer[] = []
        let length = 0
        answer.on('data', (part: Buffer) => {
          length += part.length
          if (length > most) failed(WORDS.length(most))
          else parts.push(part)
        })
        answer.on('error', () => failed(WORDS.broken))
        answer.on('aborted', () => failed(WORDS.broken))
        answer.on('end', () => {
          clearTimeout(whole)
          signal?.removeEventListener('abort', given)
          done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) })
        })
      })
      call.end(body)
    })
  }

const allowed = async (guard: OutboundGuard, url: URL, port: number) => {
  try {
    return await guard.check(url.hostname, port)
  } catch (error) {
    if (error instanceof OutboundRefused) throw new Unreachable(url, REFUSED[error.reason])
    throw error
  }
}

const WORDS = {
  scheme: label('不是 http 或 https 地址', 'neither http nor https'),
  long: label('耗时过长', 'took too long'),
  silent: label('没有及时应答', 'no answer in time'),
  given: label('已放弃', 'given up'),
  failed: label('连接失败', 'connection failed'),
  broken: label('应答中断', 'the answer broke off'),
  length: (most: number) => label(`应答超过 ${most} 字节`, `the answer is longer than ${most} bytes`),
}

const REFUSED: Record<OutboundRefused['reason'], Label> = {
  host: label('不是主机名', 'not the name of a host'),
  port: label('不是端口', 'not a port'),
  'unknown-host': label('主机不存在', 'no such host'),
  forbidden: label('不允许访问该地址', 'this address may not be reached'),
}
