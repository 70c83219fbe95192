// HTTP signatures with an access key (draft-cavage, hmac-sha256), as the session components send them.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { isFresh, parseHttpDate, staleAfter } from './http-date.ts'
import { sameText } from './token.ts'

export interface SignatureCredential {
  keyId: string
  algorithm: string
  /** Names of what is signed, in order, in lower case. */
  headers: string[]
  signature: Buffer
}

export interface SignedRequest {
  method: string
  /** Path and query exactly as they came over the wire. */
  target: string
  /** By lower-case name, as Node gives them. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  body?: Uint8Array | string
}

export type SignatureRefusal = 'algorithm' | 'uncovered' | 'missing-header' | 'date'

export type SignatureReading =
  | { ok: false; reason: SignatureRefusal }
  | {
      ok: true
      keyId: string
      /** A digest of the body is signed. The reference's component signs none: the caller decides who may omit it. */
      coversBody: boolean
      /** The same for every copy of this request; for the caller to keep until `staleAfter`. */
      replayKey: string
      staleAfter: Date
      /** True only if the signature, and the body when it is covered, are right. */
      check(secret: string): boolean
    }

const ALGORITHM = 'hmac-sha256'
const REQUEST_TARGET = '(request-target)'
const SIGNATURE_BYTES = 32
const MOST_HEADERS = 32

export function readSignature(credential: SignatureCredential, request: SignedRequest, now: Date): SignatureReading {
  const refuse = (reason: SignatureRefusal) => ({ ok: false, reason }) as const
  const { keyId, algorithm, headers, signature } = credential

  if (algorithm !== ALGORITHM) return refuse('algorithm')
  if (!headers.includes(REQUEST_TARGET) || !headers.includes('date')) return refuse('uncovered')
  const text = signingText(headers, request)
  if (text === undefined) return refuse('missing-header')
  const date = parseHttpDate(headerOf(request, 'date') ?? '')
  if (!date || !isFresh(date, now)) return refuse('date')

  const coversBody = headers.includes('digest')
  return {
    ok: true,
    keyId,
    coversBody,
    replayKey: createHash('sha256').update(signature).digest('base64url'),
    staleAfter: staleAfter(date),
    check(secret) {
      if (secret === '' || signature.length !== SIGNATURE_BYTES) return false
      return timingSafeEqual(hmac(secret, text), signature) && (!coversBody || digestMatches(request))
    },
  }
}

/** Reads what follows the word `Signature`; a malformed text gives nothing. */
export function parseSignature(text: string): SignatureCredential | undefined {
  const fields = parseFields(text)
  const keyId = fields?.get('keyid')
  const algorithm = fields?.get('algorithm')
  const signature = fields?.get('signature')
  const headers = fields?.get('headers')?.toLowerCase().split(/\s+/).filter(Boolean)
  if (!keyId || !algorithm || !signature || !headers) return undefined
  if (headers.length > MOST_HEADERS || new Set(headers).size < headers.length) return undefined
  const bytes = Buffer.from(signature, 'base64')
  if (bytes.toString('base64') !== signature) return undefined
  return { keyId, algorithm: algorithm.toLowerCase(), headers, signature: bytes }
}

export interface SigningOrder {
  keyId: string
  secret: string
  method: string
  target: string
  /** Further headers to send and to sign. A random one keeps two equal requests of one second apart. */
  headers?: Readonly<Record<string, string>>
  body?: Uint8Array | string
  now: Date
}

/** The headers to add to the request; a body is always covered. */
export function signRequest({ keyId, secret, method, target, headers = {}, body, now }: SigningOrder) {
  const extra = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const sent: Record<string, string> = { ...Object.fromEntries(extra), date: now.toUTCString() }
  if (body !== undefined) sent.digest = `SHA-256=${sha256(body)}`

  const names = [REQUEST_TARGET, ...Object.keys(sent)]
  const text = signingText(names, { method, target, headers: sent })!
  const signature = hmac(secret, text).toString('base64')
  const fields = { keyId, algorithm: ALGORITHM, headers: names.join(' '), signature }
  const authorization = Object.entries(fields).map(([name, value]) => `${name}="${value}"`)
  return { ...sent, authorization: `Signature ${authorization.join(',')}` }
}

function signingText(names: readonly string[], request: SignedRequest): string | undefined {
  const lines: string[] = []
  for (const name of names) {
    const value =
      name === REQUEST_TARGET ? `${request.method.toLowerCase()} ${request.target}` : headerOf(request, name)
    if (value === undefined) return undefined
    lines.push(`${name}: ${value}`)
  }
  return lines.join('\n')
}

function headerOf({ headers }: SignedRequest, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined
  return Array.isArray(value) ? value.map((one) => one.trim()).join(', ') : value?.trim()
}

/** `name="value"` or `name=value`, separated by commas, each name once. */
function parseFields(text: string): Map<string, string> | undefined {
  const fields = new Map<string, string>()
  const field = /\s*([a-z]+)\s*=\s*(?:"([^"\\]*)"|([^\s",]+))\s*(,|$)/iy
  for (let ended = false; !ended; ) {
    const found = field.exec(text)
    if (!found) return undefined
    const [, name = '', quoted, bare, separator] = found
    if (fields.has(name.toLowerCase())) return undefined
    fields.set(name.toLowerCase(), quoted ?? bare ?? '')
    ended = separator === ''
  }
  return fields
}

function digestMatches(request: SignedRequest): boolean {
  const expected = sha256(request.body ?? '')
  const given = (headerOf(request, 'digest') ?? '')
    .split(',')
    .map((part) => /^sha-256=(.*)$/i.exec(part.trim())?.[1])
    .filter((value) => value !== undefined)
  return given.length > 0 && given.every((value) => sameText(value, expected))
}

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest()

const sha256 = (body: Uint8Array | string) => createHash('sha256').update(body).digest('base64')
