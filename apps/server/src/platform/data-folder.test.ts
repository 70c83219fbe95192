import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDataFolder } from './data-folder.ts'
import { birthOf } from './lock-file.ts'
import { StartFailure } from './start-failure.ts'

let base: string

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'drawbridge-folder-'))
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

test('a new data folder is private and made with its parents', async () => {
  const folder = await openDataFolder(join(base, 'some/where'))
  expect(statSync(folder.path).mode & 0o777).toBe(0o700)
  folder.release()
})

test('two programs cannot run on one folder', async () => {
  const folder = await openDataFolder(base)
  await expect(openDataFolder(base)).rejects.toThrow(`already in use by another Drawbridge (process ${process.pid})`)
  folder.release()
  const again = await openDataFolder(base)
  again.release()
  expect(readdirSync(base)).toEqual([])
})

test('the lock of a dead program is taken over', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  writeFileSync(join(base, 'lock'), `${child.pid} ${birthOf(child.pid!)}\n`)
  await expect(openDataFolder(base)).rejects.toThrow(StartFailure)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const folder = await openDataFolder(base)
  folder.release()
})

test('a lock whose pid now belongs to another program is taken over', async () => {
  writeFileSync(join(base, 'lock'), `${process.pid} born-before-the-reboot\n`)
  const folder = await openDataFolder(base)
  folder.release()
})

test('an empty lock, as a power cut leaves it, is taken over', async () => {
  writeFileSync(join(base, 'lock'), '')
  const folder = await openDataFolder(base)
  folder.release()
})

test('a file in place of the folder is refused in one line', async () => {
  writeFileSync(join(base, 'file'), '')
  await expect(openDataFolder(join(base, 'file'))).rejects.toThrow(
    `The data folder ${join(base, 'file')} cannot be used: it is not a folder`,
  )
})
