// OpenSSH public keys (RFC 4253 §6.6, RFC 5656, RFC 8709, PROTOCOL.u2f) and new key pairs (PROTOCOL.key).

import { createHash, createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { Secret } from '@drawbridge/resource'
import { field, fieldReader, uint32 } from './ssh-wire.ts'
import type { Random } from './token.ts'

export interface PublicKey {
  type: string
  bits: number
  comment: string
  /** The key as one clean line, without options. */
  line: string
  /** `aa:bb:…` */
  hashMd5: string
  /** `SHA256:…` */
  hashSha256: string
}

const RSA_BITS = { least: 2048, most: 16_384 } as const
const LONGEST_LINE = 16_384

/** Accepts one line `type base64 [comment]` whose content is a key of that type; all else gives nothing. */
export function parsePublicKey(text: string): PublicKey | undefined {
  if (text.length > LONGEST_LINE) return undefined
  const [, type = '', base64 = '', rest = ''] =
    /^([a-z0-9@.-]+)[ \t]+([A-Za-z0-9+/]+=*)([ \t].*)?$/.exec(text.trim()) ?? []
  const comment = rest.trim()
  const blob = Buffer.from(base64, 'base64')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a comment is shown in lists and written to files
  if (blob.toString('base64') !== base64 || /[\u0000-\u001f\u007f]/.test(comment)) return undefined
  const bits = bitsOf(type, blob)
  if (bits === undefined) return undefined
  return {
    type,
    bits,
    comment,
    line: [type, base64, comment].filter(Boolean).join(' '),
    hashMd5: createHash('md5').update(blob).digest('hex').match(/../g)!.join(':'),
    hashSha256: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
  }
}

export interface KeyPair {
  /** In OpenSSH's own format, without passphrase. */
  privateKey: Secret
  /** One line, as for `authorized_keys`. */
  publicKey: string
}

/** Makes an ed25519 key pair. */
export function generateKeyPair(comment: string, random: Random = randomBytes): KeyPair {
  const name = onOneLine(comment)
  const seed = random(32)
  const der = Buffer.concat([PKCS8_ED25519, seed])
  const { x = '' } = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({
    format: 'jwk',
  })
  const point = Buffer.from(x, 'base64url')

  const blob = Buffer.concat([field(ED25519), field(point)])
  const check = random(4)
  const secrets = Buffer.concat([
    ...[check, check, field(ED25519), field(point)],
    ...[field(Buffer.concat([seed, point])), field(name)],
  ])
  const file = Buffer.concat([
    ...[Buffer.from('openssh-key-v1\0'), field('none'), field('none'), field('')],
    ...[uint32(1), field(blob), field(padded(secrets))],
  ])
  return {
    privateKey: new Secret(armoured(file)),
    publicKey: [ED25519, blob.toString('base64'), name].filter(Boolean).join(' '),
  }
}

const ED25519 = 'ssh-ed25519'
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')
const PRIVATE_BLOCK = 8

// A line break in a comment would add a line of the user's own to `authorized_keys`.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const onOneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()

const padded = (bytes: Buffer) => {
  const missing = (PRIVATE_BLOCK - (bytes.length % PRIVATE_BLOCK)) % PRIVATE_BLOCK
  return Buffer.concat([bytes, Buffer.from(Array.from({ length: missing }, (_, at) => at + 1))])
}

const armoured = (bytes: Buffer) => {
  const lines = bytes.toString('base64').match(/.{1,70}/g)!
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join('\n')
}

type Fields = ReturnType<typeof fieldReader>

const curves: Record<string, { crv: string; bytes: number; bits: number }> = {
  nistp256: { crv: 'P-256', bytes: 32, bits: 256 },
  nistp384: { crv: 'P-384', bytes: 48, bits: 384 },
  nistp521: { crv: 'P-521', bytes: 66, bits: 521 },
}

/** Each reads the fields after the type name and says how many bits the key has, or nothing. */
const types: Record<string, (fields: Fields) => number | undefined> = {
  [ED25519]: ed25519,
  'ssh-rsa': rsa,
  'ecdsa-sha2-nistp256': (fields) => ecdsa(fields, 'nistp256'),
  'ecdsa-sha2-nistp384': (fields) => ecdsa(fields, 'nistp384'),
  'ecdsa-sha2-nistp521': (fields) => ecdsa(fields, 'nistp521'),
  'sk-ssh-ed25519@openssh.com': (fields) => withApplication(fields, ed25519(fields)),
  'sk-ecdsa-sha2-nistp256@openssh.com': (fields) => withApplication(fields, ecdsa(fields, 'nistp256')),
}

function bitsOf(type: string, blob: Buffer): number | undefined {
  if (!Object.hasOwn(types, type)) return undefined
  const fields = fieldReader(blob)
  if (fields.text() !== type) return undefined
  const bits = types[type]!(fields)
  return fields.atEnd() ? bits : undefined
}

function ed25519(fields: Fields) {
  return fields.bytes()?.length === 32 ? 256 : undefined
}

function rsa(fields: Fields) {
  const exponent = positive(fields.bytes())
  const modulus = positive(fields.bytes())
  if (!exponent || !modulus || modulus.bits < RSA_BITS.least || modulus.bits > RSA_BITS.most) return undefined
  const sound = modulus.odd && exponent.odd && exponent.bits >= 2 && exponent.bits <= 64
  return sound ? modulus.bits : undefined
}

function ecdsa(fields: Fields, name: string) {
  const { crv, bytes, bits } = curves[name]!
  const said = fields.text()
  const point = fields.bytes()
  if (said !== name || point?.length !== 1 + 2 * bytes || point[0] !== 4) return undefined
  const [x, y] = [point.subarray(1, 1 + bytes), point.subarray(1 + bytes)].map((part) => part.toString('base64url'))
  try {
    // Refuses a point that is not on the curve.
    createPublicKey({ key: { kty: 'EC', crv, x, y }, format: 'jwk' })
    return bits
  } catch {
    return undefined
  }
}

function withApplication(fields: Fields, bits: number | undefined) {
  return fields.text() ? bits : undefined
}

/** An mpint that is above zero and in its shortest form. */
function positive(bytes: Buffer | undefined) {
  if (!bytes?.length || bytes[0]! >= 0x80 || (bytes[0] === 0 && (bytes[1] ?? 0) < 0x80)) return undefined
  const digits = bytes[0] === 0 ? bytes.subarray(1) : bytes
  return { bits: digits.length * 8 - Math.clz32(digits[0]!) + 24, odd: (digits.at(-1)! & 1) === 1 }
}
