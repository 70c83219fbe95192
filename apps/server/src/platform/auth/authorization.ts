import { parseSignature, type SignatureCredential } from './http-signature.ts'
import type { SignCredential } from './simple-sign.ts'

export type Credential =
  | ({ kind: 'sign' } & SignCredential)
  | { kind: 'bearer'; token: string }
  | { kind: 'token'; token: string }
  | ({ kind: 'signature' } & SignatureCredential)
  | { kind: 'bootstrap'; token: string }
  /** One of our schemes, unreadable: to be answered 401, not to fall through to the session cookie. */
  | { kind: 'malformed'; scheme: string }
  | { kind: 'none' }

const LONGEST_HEADER = 8192

/** Reads the `Authorization` header. Never throws; schemes that are not ours count as none. */
export function parseAuthorization(header: string | undefined): Credential {
  const text = header?.trim() ?? ''
  const [, word = '', rest = ''] = /^(\S+)(.*)$/s.exec(text) ?? []
  const scheme = word.toLowerCase()
  if (!Object.hasOwn(schemes, scheme)) return { kind: 'none' }
  const read = schemes[scheme as keyof typeof schemes]
  const credential = text.length > LONGEST_HEADER ? undefined : read(rest.trim())
  return credential ?? { kind: 'malformed', scheme }
}

const schemes = {
  sign(text: string): Credential | undefined {
    const [, keyId, signature] = /^([^\s:]+):([A-Za-z0-9+/]+=*)$/.exec(text) ?? []
    return keyId && signature ? { kind: 'sign', keyId, signature } : undefined
  },
  bearer: (text: string) => withToken('bearer', text),
  token: (text: string) => withToken('token', text),
  bootstraptoken: (text: string) => withToken('bootstrap', text),
  signature(text: string): Credential | undefined {
    const signature = parseSignature(text)
    return signature && { kind: 'signature', ...signature }
  },
}

const withToken = (kind: 'bearer' | 'token' | 'bootstrap', text: string): Credential | undefined =>
  /^[!-~]{1,512}$/.test(text) ? { kind, token: text } : undefined
