import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fingerprintOf, readPrivateKey } from './private-key.ts'
import { generateKeyPair } from './ssh-key.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawbridge-keys-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Keys as OpenSSH writes them, where it is installed. */
const sshKeygen = (name: string, ...options: string[]) => {
  const path = join(folder, name)
  execFileSync('ssh-keygen', ['-q', '-C', '', '-f', path, ...options])
  return { text: readFileSync(path, 'utf8'), line: readFileSync(`${path}.pub`, 'utf8').trim() }
}
const hasSshKeygen = (() => {
  try {
    execFileSync('ssh-keygen', ['-?'], { stdio: 'ignore' })
  } catch (error) {
    return (error as { code?: string }).code !== 'ENOENT'
  }
  return true
})()

describe('private keys of accounts', () => {
  it('of our own making are read back', async () => {
    const { privateKey, publicKey } = generateKeyPair('')
    const read = await readPrivateKey(privateKey.reveal().replaceAll('\n', '\r\n'))
    expect(read).toEqual({ text: privateKey.reveal(), publicKey })
    expect(fingerprintOf(publicKey)).toMatch(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/)
  })

  it.runIf(hasSshKeygen).each([
    ['ed25519', ['-t', 'ed25519', '-N', '']],
    ['ecdsa', ['-t', 'ecdsa', '-b', '384', '-N', '']],
    ['rsa', ['-t', 'rsa', '-b', '2048', '-N', '']],
    ['rsa-pem', ['-t', 'rsa', '-b', '2048', '-m', 'PEM', '-N', '']],
  ])('of OpenSSH are read: %s', async (name, options) => {
    const { text, line } = sshKeygen(name, ...options)
    expect((await readPrivateKey(text))?.publicKey).toBe(line)
    // A password that is none of the key's does not matter to a key that has none.
    expect((await readPrivateKey(text, 'whatever'))?.publicKey).toBe(line)
  })

  it.runIf(hasSshKeygen).each([
    ['ctr', ['-t', 'ed25519', '-a', '2', '-N', 'open sesame']],
    ['gcm', ['-t', 'ecdsa', '-a', '2', '-Z', 'aes256-gcm@openssh.com', '-N', 'open sesame']],
    ['cbc', ['-t', 'rsa', '-b', '2048', '-a', '2', '-Z', 'aes128-cbc', '-N', 'open sesame']],
    ['pem', ['-t', 'rsa', '-b', '2048', '-m', 'PEM', '-N', 'open sesame']],
  ])('with a passphrase are opened by it and by nothing else: %s', async (name, options) => {
    const { text, line } = sshKeygen(`sealed-${name}`, ...options)
    expect((await readPrivateKey(text, 'open sesame'))?.publicKey).toBe(line)
    for (const wrong of ['', 'Open sesame', undefined, null]) expect(await readPrivateKey(text, wrong)).toBeUndefined()
  })

  it('in PEM are read, of every kind', async () => {
    const keys = [
      generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }),
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'sec1' }),
      generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey.export({ format: 'pem', type: 'pkcs8' }),
      generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'pem', type: 'pkcs1' }),
    ]
    const types = await Promise.all(
      keys.map(async (key) => (await readPrivateKey(String(key)))?.publicKey.split(' ')[0]),
    )
    expect(types).toEqual(['ssh-ed25519', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp521', 'ssh-rsa'])
    const sealed = generateKeyPairSync('ed25519').privateKey.export({
      format: 'pem',
      type: 'pkcs8',
      cipher: 'aes-256-cbc',
      passphrase: 'open sesame',
    })
    expect(await readPrivateKey(String(sealed), 'open sesame')).toBeDefined()
    expect(await readPrivateKey(String(sealed), 'shut sesame')).toBeUndefined()
  })

  it('that are none, or none we can use, give nothing', async () => {
    const { privateKey, publicKey } = generateKeyPair('')
    const broken = privateKey.reveal().split('\n')
    broken[3] = broken[3]!.split('').reverse().join('')
    const dsa = generateKeyPairSync('x25519').privateKey.export({ format: 'pem', type: 'pkcs8' })
    const texts = ['', 'x', publicKey, broken.join('\n'), privateKey.reveal().slice(0, 200), String(dsa)]
    for (const text of texts) expect(await readPrivateKey(text)).toBeUndefined()
  })
})
