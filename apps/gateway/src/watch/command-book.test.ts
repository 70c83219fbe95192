import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type CommandRecord, Denied, type FileRecord, type Server } from '../server/server.ts'
import { openCommandBook } from './command-book.ts'
import { openFileBook } from './file-book.ts'

const typed = {
  ...{ session: 's', org_id: 'o', user: 'u', asset: 'a', system_user: 'w' },
  ...{ output: '', timestamp: 1, moment: 1, risk_level: 0 as const },
}
const deed = {
  ...{ org_id: 'o', user: 'u', asset: 'a', system_user: 'w', remote_addr: '10.9.9.9', at: 1 },
  ...{ operate: 'Upload' as const, is_success: true },
}

let folder: string
let lines: string[]
const file = () => join(folder, 'book')
const log = (line: string) => void lines.push(line)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawbridge-book-'))
  lines = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('one command that the server never takes holds up no other, and the log says so', async () => {
  const kept: string[] = []
  const commands = async (batch: readonly CommandRecord[]) => {
    if (batch.some(({ input }) => input === 'bad')) throw new Denied('Command not valid')
    kept.push(...batch.map(({ input }) => input))
  }
  const book = openCommandBook(file(), { commands } as unknown as Server, log)
  for (const input of ['one', 'bad', 'two']) book.add({ ...typed, input })
  await book.flush()
  book.add({ ...typed, input: 'three' })
  await book.flush()
  book.stop()
  expect(kept).toEqual(['one', 'two', 'three'])
  expect(lines).toEqual(['A command of session s is only in its recording: Command not valid'])
})

it('sends a batch whose answer was lost once more under the same ids', async () => {
  const came: (readonly CommandRecord[])[] = []
  const commands = async (batch: readonly CommandRecord[]) => {
    came.push(batch)
    if (came.length === 1) throw new Error('the answer was lost')
  }
  const book = openCommandBook(file(), { commands } as unknown as Server, log)
  for (const input of ['one', 'two']) book.add({ ...typed, input })
  await book.flush()
  await book.flush()
  book.stop()
  const [first, second] = came.map((batch) => batch.map(({ id, input }) => [id, input]))
  expect(second).toEqual(first)
  expect(new Set(first!.map(([id]) => id)).size).toBe(2)
})

it('what the server could not take is told by the next gateway, under the same ids, and then forgotten', async () => {
  const asked: FileRecord[] = []
  const away = openFileBook(
    file(),
    {
      file: async (record: FileRecord) => {
        asked.push(record)
        throw new Error('away')
      },
    } as unknown as Server,
    log,
  )
  for (const filename of ['/a', '/b']) away.add({ ...deed, filename })
  await away.flush()
  // Killed in the middle of a line.
  away.stop()
  writeFileSync(file(), '{"id":"torn', { flag: 'a' })
  expect(statSync(file()).mode & 0o777).toBe(0o600)

  const told: FileRecord[] = []
  const next = openFileBook(file(), { file: async (one: FileRecord) => void told.push(one) } as unknown as Server, log)
  next.add({ ...deed, filename: '/c' })
  await next.flush()
  next.stop()
  expect(told.map(({ filename }) => filename)).toEqual(['/a', '/b', '/c'])
  expect(told.slice(0, 2)).toEqual(asked.slice(0, 2))
  await expect.poll(() => readFileSync(file(), 'utf8')).toBe('')
})

it('a line that a dead gateway did not finish swallows none of the next', async () => {
  writeFileSync(file(), '{"id":"torn')
  const away = { file: async () => Promise.reject(new Error('away')) } as unknown as Server
  const book = openFileBook(file(), away, log)
  book.add({ ...deed, filename: '/a' })
  await book.flush()
  book.stop()
  const kept = readFileSync(file(), 'utf8').trim().split('\n')
  expect(kept.map((line) => JSON.parse(line).filename)).toEqual(['/a'])
})

it('of a batch of which one was taken and one was not, both are sent again', async () => {
  const [kept, refusals] = [new Map<string, string>(), new Set(['/b'])]
  const server = {
    file: async ({ id, filename }: FileRecord) => {
      if (refusals.delete(filename)) throw new Error('busy')
      kept.set(id, filename)
    },
  } as unknown as Server
  const book = openFileBook(file(), server, log)
  for (const filename of ['/a', '/b', '/c']) book.add({ ...deed, filename })
  await book.flush()
  await book.flush()
  book.stop()
  expect([...kept.values()].sort()).toEqual(['/a', '/b', '/c'])
})

it('a disk that takes nothing keeps no record from the server', async () => {
  const told: string[] = []
  const book = openFileBook(
    file(),
    { file: async ({ filename }: FileRecord) => void told.push(filename) } as unknown as Server,
    log,
  )
  rmSync(folder, { recursive: true })
  book.add({ ...deed, filename: '/a' })
  await book.flush()
  book.stop()
  expect(told).toEqual(['/a'])
  expect(lines[0]).toContain('ENOENT')
})
