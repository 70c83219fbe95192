import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Sealer, sealer } from './box.ts'
import { type Keyring, openKeyring } from './keyring.ts'
import { type Place, rotate } from './rotate.ts'

let folder: string
let keyring: Keyring
let box: Sealer
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rotate-'))
  keyring = openKeyring(join(folder, 'master.json'))
  box = sealer(keyring)
})
afterEach(() => rmSync(folder, { recursive: true }))

const idOf = (number: number) => String(number).padStart(6, '0')

function table(name: string, count: number, { dieAfter = Number.POSITIVE_INFINITY } = {}) {
  const context = `${name}.secret`
  const rows = new Map<string, string>()
  for (let number = 0; number < count; number++) rows.set(idOf(number), box.seal(`${name} ${number}`, context))
  let left = dieAfter
  const place: Place = {
    name,
    context,
    async next(afterId, limit) {
      const ids = [...rows.keys()].sort().filter((id) => afterId === undefined || id > afterId)
      return ids.slice(0, limit).map((id) => ({ id, sealed: rows.get(id)! }))
    },
    async replace(id, oldSealed, newSealed) {
      if (left-- <= 0) throw new Error('killed')
      if (rows.get(id) !== oldSealed) return false
      rows.set(id, newSealed)
      return true
    },
  }
  const revive = () => {
    left = Number.POSITIVE_INFINITY
  }
  const texts = () => [...rows.values()].map((sealed) => box.open(sealed, context))
  const keys = () => new Set([...rows.values()].map((sealed) => box.keyOf(sealed)))
  return { place, rows, revive, texts, keys }
}

test('every value ends under the new key, and only then the old key goes', async () => {
  const users = table('users', 25)
  const assets = table('assets', 10)
  const old = keyring.current.id
  const report = await rotate({ keyring, sealer: box, places: [users.place, assets.place], batch: 10 })
  expect(report).toEqual({ resumed: false, resealed: 35, dropped: [old], failed: [] })
  expect(keyring.ids).toEqual([...users.keys()])
  expect(users.texts()).toEqual(Array.from({ length: 25 }, (_, number) => `users ${number}`))
})

test('[T42] a rotation killed half-way leaves every value readable and is finished by the next run', async () => {
  const users = table('users', 25, { dieAfter: 12 })
  const old = keyring.current.id
  const places = [users.place]
  await expect(rotate({ keyring, sealer: box, places, batch: 10 })).rejects.toThrow('killed')
  expect(users.keys().size).toBe(2)
  expect(users.texts()).toHaveLength(25)

  users.revive()
  keyring = openKeyring(join(folder, 'master.json'))
  box = sealer(keyring)
  const report = await rotate({ keyring, sealer: box, places, batch: 10 })
  expect(report).toEqual({ resumed: true, resealed: 13, dropped: [old], failed: [] })
  expect(users.texts()).toEqual(Array.from({ length: 25 }, (_, number) => `users ${number}`))
})

test('a value written under the old key behind the pass is found by the next pass', async () => {
  const users = table('users', 5)
  const late = box.seal('late', 'users.secret')
  let written = false
  const settle = async () => {
    if (!written) users.rows.set(idOf(0), late)
    written = true
  }
  const report = await rotate({ keyring, sealer: box, places: [users.place], settle })
  expect(report.resealed).toBe(6)
  expect(users.texts()).toContain('late')
  expect(users.keys().size).toBe(1)
})

test('a value changed during its move keeps the change', async () => {
  const users = table('users', 3)
  const { replace } = users.place
  let changed = false
  users.place.replace = async (id, before, after) => {
    if (!changed) users.rows.set(id, box.seal('changed by its owner', 'users.secret'))
    changed = true
    return replace(id, before, after)
  }
  await rotate({ keyring, sealer: box, places: [users.place] })
  expect(users.texts()).toEqual(['changed by its owner', 'users 1', 'users 2'])
})

test('a key that a damaged value still names is kept', async () => {
  const users = table('users', 3)
  const old = keyring.current.id
  users.rows.set(idOf(1), users.rows.get(idOf(0))!.slice(0, -4))
  users.rows.set(idOf(2), 'never sealed')
  const report = await rotate({ keyring, sealer: box, places: [users.place] })
  expect(report.dropped).toEqual([])
  expect(report.failed.map(({ id }) => id)).toEqual([idOf(1), idOf(2)])
  expect(keyring.ids).toContain(old)

  const again = await rotate({ keyring, sealer: box, places: [users.place] })
  expect(again.resumed).toBe(false)
  expect(again.resealed).toBe(1)
  expect(keyring.ids).toEqual([old, keyring.current.id])
})
