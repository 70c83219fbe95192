// Signs a call with the access key of this gateway (draft-cavage, hmac-sha256), body included.
import { createHash, createHmac, randomUUID } from 'node:crypto'

export interface AccessKey {
  readonly id: string
  readonly secret: string
}

export const signed = (
  key: AccessKey,
  { method, target, body, now }: { method: string; target: string; body?: Uint8Array | string; now: Date },
): Record<string, string> => {
  const sent: Record<string, string> = {
    date: now.toUTCString(),
    // Two equal calls of one second are two calls, not a replay.
    'x-request-id': randomUUID(),
    ...(body === undefined ? {} : { digest: `SHA-256=${createHash('sha256').update(body).digest('base64')}` }),
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
