import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openKeyring } from './keyring.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keyring-'))
  file = join(folder, 'keys', 'master.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the first use makes one key, readable by its owner only', () => {
  const keyring = openKeyring(file)
  expect(keyring.ids).toEqual([keyring.current.id])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'keys')).mode & 0o777).toBe(0o700)
  expect(readdirSync(join(folder, 'keys'))).toEqual(['master.json'])
})

test('the same keys come back after a restart', () => {
  const first = openKeyring(file)
  first.add()
  const again = openKeyring(file)
  expect(again.ids).toEqual(first.ids)
  expect(again.current.key.equals(first.current.key)).toBe(true)
})

test('a new key becomes current and the old one stays until dropped', () => {
  const keyring = openKeyring(file)
  const old = keyring.current.id
  const added = keyring.add()
  expect(keyring.current.id).toBe(added.id)
  expect(keyring.get(old)?.id).toBe(old)
  expect(() => keyring.drop(added.id)).toThrow('current')
  keyring.drop(old)
  expect(keyring.get(old)).toBeUndefined()
  expect(openKeyring(file).ids).toEqual([added.id])
})

test('another process follows a rotation without a restart', () => {
  const one = openKeyring(file)
  const other = openKeyring(file)
  const added = one.add()
  expect(other.current.id).toBe(added.id)
  expect(other.get(added.id)?.key.equals(added.key)).toBe(true)
})

test('a key file open to others is refused', () => {
  openKeyring(file)
  chmodSync(file, 0o640)
  expect(() => openKeyring(file)).toThrow(expect.objectContaining({ code: 'exposed' }))
})

test.each(['', '{}', '{"keys":[]}', '{"keys":[{"id":"0011aabb","key":"c2hvcnQ=","created":""}]}'])(
  'a damaged key file is refused and left as it is: %j',
  (text) => {
    openKeyring(file)
    writeFileSync(file, text)
    expect(() => openKeyring(file)).toThrow(expect.objectContaining({ code: 'malformed' }))
    expect(readFileSync(file, 'utf8')).toBe(text)
  },
)

test('[T40] printing the keyring shows no key', () => {
  const keyring = openKeyring(file)
  const { key } = JSON.parse(readFileSync(file, 'utf8')).keys[0]
  expect(inspect(keyring, { depth: null, getters: true, showHidden: true })).not.toContain(key)
  expect(JSON.stringify(keyring)).not.toContain(key)
})
