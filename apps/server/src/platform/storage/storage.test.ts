import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { localStore } from './local.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'drawbridge-store-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

it('keeps files whole, replaces them, and forgets folders', async () => {
  const store = localStore(root)
  expect(await store.get('a/b.chunk')).toBeUndefined()
  await store.put('a/b.chunk', Buffer.from('one'))
  await store.put('a/b.chunk', Buffer.from('two'))
  expect((await store.get('a/b.chunk'))?.toString()).toBe('two')
  expect(await readdir(join(root, 'a'))).toEqual(['b.chunk'])
  await store.remove('a')
  expect(await store.get('a/b.chunk')).toBeUndefined()
  await store.remove('a')
})

it('[T49] leads nowhere but below its folder', async () => {
  const store = localStore(root)
  for (const path of ['../x', '/etc/passwd', 'a/../../x', 'a//b', '', '.', '..', 'a/./b', 'a\0b', 'a\\b'])
    await expect(async () => store.get(path)).rejects.toThrow('not a path')
})
