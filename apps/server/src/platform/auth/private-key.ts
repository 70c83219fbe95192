// Private keys of accounts on hosts: OpenSSH's own format and PEM (PKCS#1, SEC1, PKCS#8), encrypted or not.
import {
  createDecipheriv,
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  type JsonWebKey,
} from 'node:crypto'
import { bcryptPbkdf } from './bcrypt-pbkdf.ts'
import { field, fieldReader } from './ssh-wire.ts'

export interface PrivateKey {
  /** The text as it is best kept: plain line breaks, one at the end. */
  text: string
  /** One line, as for `authorized_keys`. */
  publicKey: string
}

/** Nothing for what is no key, or one that the passphrase does not open. */
export const readPrivateKey = async (given: string, passphrase?: string | null): Promise<PrivateKey | undefined> => {
  const text = `${given.replaceAll('\r\n', '\n').replaceAll('\r', '\n').trim()}\n`
  try {
    const blob = OPENSSH.test(text) ? await opensshBlob(text, passphrase) : pemBlob(text, passphrase)
    return blob && { text, publicKey: `${fieldReader(blob).text()} ${blob.toString('base64')}` }
  } catch {
    return undefined
  }
}

/** `aa:bb:…` of a public key in one line. */
export const fingerprintOf = (publicKey: string | null | undefined): string => {
  const [, base64] = (publicKey ?? '').trim().split(/\s+/)
  return base64 ? createHash('md5').update(Buffer.from(base64, 'base64')).digest('hex').match(/../g)!.join(':') : ''
}

const OPENSSH = /^-----BEGIN OPENSSH PRIVATE KEY-----\n([\s\S]+?)\n-----END OPENSSH PRIVATE KEY-----\n$/
// A file may ask for more rounds than anybody has time for.
const MOST_ROUNDS = { bcrypt: 256, pbkdf2: 1_000_000 } as const

const curves: Readonly<Record<string, { name: string; openssl: string }>> = {
  'P-256': { name: 'nistp256', openssl: 'prime256v1' },
  'P-384': { name: 'nistp384', openssl: 'secp384r1' },
  'P-521': { name: 'nistp521', openssl: 'secp521r1' },
}

const pemBlob = (text: string, passphrase?: string | null): Buffer | undefined => {
  if (!/^-----BEGIN [A-Z ]*PRIVATE KEY-----\n/.test(text) || isTooSlow(text)) return undefined
  const key = createPrivateKey({ key: text, format: 'pem', passphrase: passphrase ?? undefined })
  return publicBlob(createPublicKey(key).export({ format: 'jwk' }))
}

const publicBlob = ({ kty, crv = '', x = '', y = '', n = '', e = '' }: JsonWebKey): Buffer | undefined => {
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  if (kty === 'RSA') return Buffer.concat([field('ssh-rsa'), field(positive(bytes(e))), field(positive(bytes(n)))])
  if (kty === 'OKP' && crv === 'Ed25519') return Buffer.concat([field('ssh-ed25519'), field(bytes(x))])
  const curve = kty === 'EC' ? curves[crv] : undefined
  if (!curve) return undefined
  const point = Buffer.concat([Buffer.from([4]), bytes(x), bytes(y)])
  return Buffer.concat([field(`ecdsa-sha2-${curve.name}`), field(curve.name), field(point)])
}

/** An mpint: a high first bit would mean a negative number. */
const positive = (bytes: Buffer): Buffer => (bytes[0]! >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)

/** Looks for the number of rounds in the head of an encrypted PKCS#8 file. */
const isTooSlow = (text: string): boolean => {
  if (!text.startsWith('-----BEGIN ENCRYPTED PRIVATE KEY-----')) return false
  const der = Buffer.from(text.replace(/-----[^-]+-----/g, ''), 'base64')
  return integersIn(der, 6).some((number) => number > MOST_ROUNDS.pbkdf2)
}

const [SEQUENCE, INTEGER] = [0x30, 0x02]

const integersIn = (der: Buffer, depth: number): number[] => {
  const found: number[] = []
  for (let at = 0; depth > 0 && at + 2 <= der.length; ) {
    const [tag, first] = [der[at]!, der[at + 1]!]
    const more = first < 0x80 ? 0 : first & 0x7f
    if (more > 4 || at + 2 + more > der.length) break
    const size = more === 0 ? first : der.readUIntBE(at + 2, more)
    const body = der.subarray(at + 2 + more, at + 2 + more + size)
    if (tag === SEQUENCE) found.push(...integersIn(body, depth - 1))
    if (tag === INTEGER)
      found.push(body.length > 6 ? Number.POSITIVE_INFINITY : body.length ? body.readUIntBE(0, body.length) : 0)
    at += 2 + more + size
  }
  return found
}

const ciphers: Readonly<Record<string, { openssl: string; key: number; iv: number; tag?: number }>> = {
  'aes128-ctr': { openssl: 'aes-128-ctr', key: 16, iv: 16 },
  'aes192-ctr': { openssl: 'aes-192-ctr', key: 24, iv: 16 },
  'aes256-ctr': { openssl: 'aes-256-ctr', key: 32, iv: 16 },
  'aes128-cbc': { openssl: 'aes-128-cbc', key: 16, iv: 16 },
  'aes192-cbc': { openssl: 'aes-192-cbc', key: 24, iv: 16 },
  'aes256-cbc': { openssl: 'aes-256-cbc', key: 32, iv: 16 },
  '3des-cbc': { openssl: 'des-ede3-cbc', key: 24, iv: 8 },
  'aes128-gcm@openssh.com': { openssl: 'aes-128-gcm', key: 16, iv: 12, tag: 16 },
  'aes256-gcm@openssh.com': { openssl: 'aes-256-gcm', key: 32, iv: 12, tag: 16 },
}

const opensshBlob = async (text: string, passphrase?: string | null): Promise<Buffer | undefined> => {
  const file = Buffer.from(OPENSSH.exec(text)![1]!, 'base64')
  const head = Buffer.from('openssh-key-v1\0')
  if (!file.subarray(0, head.length).equals(head)) return undefined
  const outer = fieldReader(file.subarray(head.length))
  const [cipher, kdf, options] = [outer.text(), outer.text(), outer.bytes()]
  if (outer.number() !== 1) return undefined
  const [blob, sealed] = [outer.bytes(), outer.bytes()]
  if (!cipher || !options || !blob || !sealed) return undefined
  const tag = outer.rest()
  const plain = cipher === 'none' ? sealed : await opened({ cipher, kdf, options, sealed, tag }, passphrase)
  return plain && belongs(plain, blob) ? blob : undefined
}

interface Sealed {
  readonly cipher: string
  readonly kdf: string | undefined
  readonly options: Buffer
  readonly sealed: Buffer
  readonly tag: Buffer
}

const opened = async (
  { cipher, kdf, options, sealed, tag }: Sealed,
  passphrase?: string | null,
): Promise<Buffer | undefined> => {
  const way = ciphers[cipher]
  const given = fieldReader(options)
  const [salt, rounds] = [given.bytes(), given.number()]
  if (!way || kdf !== 'bcrypt' || !passphrase || !salt || !rounds || rounds > MOST_ROUNDS.bcrypt) return undefined
  const derived = await bcryptPbkdf(passphrase, { salt, rounds, bytes: way.key + way.iv })
  const decipher = createDecipheriv(way.openssl, derived.subarray(0, way.key), derived.subarray(way.key)) as ReturnType<
    typeof createDecipheriv
  > & { setAuthTag(tag: Buffer): void }
  if (way.tag) decipher.setAuthTag(tag.subarray(0, way.tag))
  decipher.setAutoPadding(false)
  return Buffer.concat([decipher.update(sealed), decipher.final()])
}

/** Whether the private half fits the public one. */
const belongs = (plain: Buffer, blob: Buffer): boolean => {
  const inner = fieldReader(plain)
  // Twice the same number: the passphrase was right.
  const [once, again] = [inner.number(), inner.number()]
  if (once !== again) return false
  const type = inner.text() ?? ''
  const fields = fieldReader(blob)
  if (fields.text() !== type) return false
  const check = Object.hasOwn(halves, type) ? halves[type]! : undefined
  return Boolean(check?.(inner, fields))
}

type Fields = ReturnType<typeof fieldReader>

const halves: Readonly<Record<string, (inner: Fields, blob: Fields) => boolean>> = {
  'ssh-ed25519': (inner, blob) => {
    const [point, both, said] = [inner.bytes(), inner.bytes(), blob.bytes()]
    if (!point || both?.length !== 64 || !said?.equals(point)) return false
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), both.subarray(0, 32)])
    const { x = '' } = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({
      format: 'jwk',
    })
    return Buffer.from(x, 'base64url').equals(point)
  },
  'ssh-rsa': (inner, blob) => {
    const [n, e, d, , p, q] = [inner.bytes(), inner.bytes(), inner.bytes(), inner.bytes(), inner.bytes(), inner.bytes()]
    const [saidE, saidN] = [blob.bytes(), blob.bytes()]
    if (!n || !e || !d || !p || !q || !saidE?.equals(e) || !saidN?.equals(n)) return false
    return number(p) * number(q) === number(n) && number(p) > 1n && number(q) > 1n
  },
  ...Object.fromEntries(
    Object.values(curves).map(({ name, openssl }) => [
      `ecdsa-sha2-${name}`,
      (inner: Fields, blob: Fields) => {
        const [curve, point, secret] = [inner.text(), inner.bytes(), inner.bytes()]
        if (curve !== name || blob.text() !== name || !point || !secret || !blob.bytes()?.equals(point)) return false
        const half = createECDH(openssl)
        half.setPrivateKey(secret[0] === 0 ? secret.subarray(1) : secret)
        return half.getPublicKey().equals(point)
      },
    ]),
  ),
}

const number = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex') || '0'}`)
