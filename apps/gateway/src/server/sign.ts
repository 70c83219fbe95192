// Signs a call with the access key of this gateway (draft-cavage, hmac-sha256), body included.
import { createHash, createHmac, randomUUID } from 'node:crypto'

export interface AccessKey {
  readonly id: string
  readonly secret: string
}

interface Call {
  readonly method: string
  readonly target: string
  readonly body?: Uint8Array | string
  /** SHA-256 of the body in hex, where it is known already. */
  readonly hash?: string
  readonly now: Date
}

export const signed = (key: AccessKey, { method, target, body, hash, now }: Call): Record<string, string> => {
  const sent: Record<string, string> = {
    date: now.toUTCString(),
    // Two equal calls of one second are two calls, not a replay.
    'x-request-id': randomUUID(),
    ...(body === undefined ? {} : { digest: `SHA-256=${digestOf(body, hash)}` }),
  }
  const lines = [`(request-target): ${method.toLowerCase()} ${target}`]
  for (const [name, value] of Object.entries(sent)) lines.push(`${name}: ${value}`)
  const signature = createHmac('sha256', key.secret).update(lines.join('\n')).digest('base64')
  const headers = ['(request-target)', ...Object.keys(sent)].join(' ')
  return {
    ...sent,
    authorization: `Signature keyId="${key.id}",algorithm="hmac-sha256",headers="${headers}",signature="${signature}"`,
  }
}

const digestOf = (body: Uint8Array | string, hash: string | undefined): string =>
  hash ? Buffer.from(hash, 'hex').toString('base64') : createHash('sha256').update(body).digest('base64')
