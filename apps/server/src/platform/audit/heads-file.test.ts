import { randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { collectFindings } from './finding.ts'
import { openHeadsFile } from './heads-file.ts'
import type { Head } from './link.ts'
import { findHeads, readHeads } from './read-heads.ts'

const key = randomBytes(32)
const head = (no: number): Head => ({ no, hash: no.toString(16).padStart(64, '0') })
let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heads-'))
  file = join(folder, 'audit', 'heads.log')
})
afterEach(() => rm(folder, { recursive: true }))

const read = async (known?: number) => {
  const findings = collectFindings()
  const numbers: number[] = []
  const source = await findHeads(file)
  for await (const line of readHeads(source!, { key, findings, known })) numbers.push(line.no)
  return { numbers, kinds: findings.list.map((one) => one.kind) }
}

test('lines follow each other over openings, and nobody else may read them', async () => {
  const first = await openHeadsFile(file, key)
  await first.append(head(5), new Date())
  await first.append(head(9), new Date())
  const second = await openHeadsFile(file, key)
  expect(second.last).toMatchObject({ seq: 2, no: 9 })
  expect(second.id).toBe(first.id)
  await second.append(head(12), new Date())
  expect(await read(3)).toEqual({ numbers: [5, 9, 12], kinds: [] })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('a line torn by a power cut goes, and the next one follows the last whole one', async () => {
  const first = await openHeadsFile(file, key)
  await first.append(head(5), new Date())
  await appendFile(file, '2 9 00')
  expect(await read(1)).toEqual({ numbers: [5], kinds: [] })
  const second = await openHeadsFile(file, key)
  await second.append(head(9), new Date())
  expect(await read(2)).toEqual({ numbers: [5, 9], kinds: [] })
})

test('a file that vanishes while it is written shows as cut', async () => {
  const heads = await openHeadsFile(file, key)
  await heads.append(head(5), new Date())
  await rm(file)
  await heads.append(head(6), new Date())
  expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(2)
  expect((await read()).kinds).toEqual(['heads-cut'])
})

test('a line of another key is none of ours', async () => {
  const heads = await openHeadsFile(file, randomBytes(32))
  await heads.append(head(5), new Date())
  expect(await read()).toEqual({ numbers: [], kinds: ['heads-edited'] })
})

test('a chain that was set back shows', async () => {
  const heads = await openHeadsFile(file, key)
  for (const no of [5, 9, 7, 12]) await heads.append(head(no), new Date())
  expect(await read()).toEqual({ numbers: [5, 9, 12], kinds: ['chain-cut'] })
})
