import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { generateKeyPair, parsePublicKey } from './ssh-key.ts'
import { field } from './ssh-wire.ts'

const folder = mkdtempSync(join(tmpdir(), 'ssh-key-'))
afterAll(() => rmSync(folder, { recursive: true }))

const sshKeygen = (...args: string[]) => execFileSync('ssh-keygen', args, { encoding: 'utf8', stdio: 'pipe' })
const haveSshKeygen = (() => {
  try {
    sshKeygen('-l', '-f', '/nonexistent')
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
})()

const lineOf = (type: string, ...fields: (string | Buffer)[]) =>
  `${type} ${Buffer.concat([field(type), ...fields.map(field)]).toString('base64')}`

const point = Buffer.alloc(32, 7)
const rsaNumber = (bits: number) => Buffer.concat([Buffer.from([0]), Buffer.alloc(bits / 8, 0xff)])
const three = Buffer.from([3])
// The base point of P-256 (SEC 2 §2.4.2).
const onCurve = Buffer.from(
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
    '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  'hex',
)
const offCurve = Buffer.from(onCurve.map((byte, at) => (at === 40 ? byte ^ 1 : byte)))

test.each([
  [lineOf('ssh-ed25519', point), 256],
  [lineOf('ssh-rsa', three, rsaNumber(2048)), 2048],
  [lineOf('ssh-rsa', three, rsaNumber(4096)), 4096],
  [lineOf('ecdsa-sha2-nistp256', 'nistp256', onCurve), 256],
  [lineOf('sk-ssh-ed25519@openssh.com', point, 'ssh:'), 256],
  [lineOf('sk-ecdsa-sha2-nistp256@openssh.com', 'nistp256', onCurve, 'ssh:'), 256],
])('a sound key is accepted: %.40s', (line, bits) => {
  expect(parsePublicKey(line)).toMatchObject({ bits, comment: '', line })
  expect(parsePublicKey(`  ${line}\t  ann smith@desk \n`)).toMatchObject({ comment: 'ann smith@desk' })
})

test.each([
  ['empty', ''],
  ['words', 'not a key'],
  ['type alone', 'ssh-ed25519'],
  ['another declared type', lineOf('ssh-ed25519', point).replace('ssh-ed25519', 'ssh-rsa')],
  ['short point', lineOf('ssh-ed25519', point.subarray(1))],
  ['bytes after the end', lineOf('ssh-ed25519', point, 'x')],
  ['cut off', lineOf('ssh-ed25519', point).slice(0, -8)],
  ['broken base64', `${lineOf('ssh-ed25519', point)}=`],
  ['RSA of 1024 bits', lineOf('ssh-rsa', three, rsaNumber(1024))],
  ['RSA of 2040 bits', lineOf('ssh-rsa', three, rsaNumber(2040))],
  ['negative modulus', lineOf('ssh-rsa', three, rsaNumber(2048).subarray(1))],
  ['modulus with leading zeros', lineOf('ssh-rsa', three, Buffer.concat([Buffer.alloc(200), rsaNumber(1024)]))],
  ['exponent one', lineOf('ssh-rsa', Buffer.from([1]), rsaNumber(2048))],
  ['point off its curve', lineOf('ecdsa-sha2-nistp256', 'nistp256', offCurve)],
  ['another curve', lineOf('ecdsa-sha2-nistp256', 'nistp384', onCurve)],
  ['security key without application', lineOf('sk-ssh-ed25519@openssh.com', point)],
  ['DSA', lineOf('ssh-dss', three, three, three, three)],
  ['certificate', lineOf('ssh-ed25519-cert-v01@openssh.com', point)],
  ['property of objects', lineOf('constructor', point)],
  ['options before the key', `command="sh" ${lineOf('ssh-ed25519', point)}`],
  ['two lines', `${lineOf('ssh-ed25519', point)}\n${lineOf('ssh-ed25519', point)}`],
  ['control characters in the comment', `${lineOf('ssh-ed25519', point)} a\u001b[2Jb`],
  ['private key', '-----BEGIN OPENSSH PRIVATE KEY-----'],
])('[T5] what is no sound public key is refused: %s', (_, line) => {
  expect(parsePublicKey(line)).toBeUndefined()
})

test('no bytes make the parser throw', () => {
  const type = fc.constantFrom('ssh-ed25519', 'ssh-rsa', 'ecdsa-sha2-nistp256', 'sk-ssh-ed25519@openssh.com')
  fc.assert(
    fc.property(type, fc.uint8Array({ maxLength: 80 }), (name, bytes) => {
      const blob = Buffer.concat([field(name), bytes])
      parsePublicKey(`${name} ${blob.toString('base64')}`)
      parsePublicKey(`${name} ${Buffer.from(bytes).toString('base64')}`)
    }),
  )
})

test('a made pair carries its comment on one line and never repeats', () => {
  const pair = generateKeyPair('ann\nssh-ed25519 AAAA evil')
  expect(pair.publicKey.split('\n')).toHaveLength(1)
  expect(parsePublicKey(pair.publicKey)).toMatchObject({ type: 'ssh-ed25519', comment: 'ann ssh-ed25519 AAAA evil' })
  expect(generateKeyPair('').publicKey).not.toBe(generateKeyPair('').publicKey)
})

test('[T40] a made private key does not print', () => {
  const pair = generateKeyPair('ann')
  expect(JSON.stringify(pair)).not.toContain('PRIVATE KEY')
  expect(pair.privateKey.reveal()).toMatch(/^-----BEGIN OPENSSH PRIVATE KEY-----\n/)
})

describe.skipIf(!haveSshKeygen)('against the real ssh-keygen', () => {
  test.each(['', 'a', 'ab', 'abc', 'ann@desk', '安 desk', 'x'.repeat(100)])(
    'a made pair is accepted: %j',
    (comment) => {
      const pair = generateKeyPair(comment)
      const file = join(folder, `made-${comment.length}-${Buffer.from(comment).length}`)
      writeFileSync(file, pair.privateKey.reveal(), { mode: 0o600 })
      expect(sshKeygen('-y', '-f', file).trim()).toBe(pair.publicKey)
    },
  )

  test.each([
    ['ed25519', '256'],
    ['rsa', '2048'],
    ['ecdsa', '256'],
    ['ecdsa', '384'],
    ['ecdsa', '521'],
  ])('fingerprints agree: %s %s', (type, bits) => {
    const file = join(folder, `${type}-${bits}`)
    sshKeygen('-q', '-t', type, '-b', bits, '-N', '', '-C', 'ann@desk', '-f', file)
    const key = parsePublicKey(readFileSync(`${file}.pub`, 'utf8'))
    expect(key).toMatchObject({ bits: Number(bits), comment: 'ann@desk' })
    expect(sshKeygen('-l', '-E', 'md5', '-f', file)).toContain(`${bits} MD5:${key!.hashMd5} ann@desk`)
    expect(sshKeygen('-l', '-f', file)).toContain(`${bits} ${key!.hashSha256} ann@desk`)
  })
})
