import { randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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
  await source!.close()
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

describe('a long file', () => {
  const SHORT = { most: 400 }
  const fill = async (from: number, to: number) => {
    const heads = await openHeadsFile(file, key, SHORT)
    for (let no = from; no <= to; no++) await heads.append(head(no), new Date())
    return heads
  }
  const all = (to: number) => Array.from({ length: to }, (_, i) => i + 1)
  const aside = async () => (await readdir(join(folder, 'audit'))).filter((name) => name !== 'heads.log')

  test('is put aside, and its parts are read as one', async () => {
    const heads = await fill(1, 10)
    expect(await aside()).toEqual(['heads-000000000001.log', 'heads-000000000004.log', 'heads-000000000007.log'])
    for (const name of await aside()) expect((await stat(join(folder, 'audit', name))).mode & 0o777).toBe(0o600)
    expect(await read(10)).toEqual({ numbers: all(10), kinds: [] })
    const source = await findHeads(file)
    expect(source?.id).toBe(heads.id)
    await source?.close()
    const later = await fill(11, 13)
    expect([later.id, later.last?.seq]).toEqual([heads.id, 13])
    expect(await read(13)).toEqual({ numbers: all(13), kinds: [] })
  })

  test('goes on where it ended when the power goes right after it was put aside', async () => {
    const { id } = await fill(1, 3)
    expect(await readdir(join(folder, 'audit'))).toEqual(['heads-000000000001.log'])
    expect(await read(3)).toEqual({ numbers: all(3), kinds: [] })
    const heads = await fill(4, 5)
    expect([heads.id, heads.last?.seq]).toEqual([id, 5])
    expect(await read(5)).toEqual({ numbers: all(5), kinds: [] })
  })

  test('that may not be put aside over another one grows on', async () => {
    await fill(1, 2)
    await writeFile(join(folder, 'audit', 'heads-000000000001.log'), '')
    await fill(3, 5)
    expect(await readFile(file, 'utf8')).toMatch(/^1 1 .*\n2 2 .*\n3 3 .*\n4 4 .*\n5 5 .*\n$/)
    expect(await read(5)).toEqual({ numbers: all(5), kinds: [] })
  })

  test('shows which of its parts was changed, cut or taken away', async () => {
    await fill(1, 10)
    const part = join(folder, 'audit', 'heads-000000000004.log')
    const text = await readFile(part, 'utf8')
    await writeFile(part, text.replace(/^5 5 0/m, '5 5 1'))
    expect((await read(10)).kinds).toEqual(['heads-edited'])
    await writeFile(part, text.slice(0, -1))
    expect((await read(10)).kinds).toEqual(['heads-cut'])
    await rm(part)
    expect(await read(10)).toEqual({ numbers: [1, 2, 3, 7, 8, 9, 10], kinds: ['heads-cut'] })
    await writeFile(part, text)
    await rm(join(folder, 'audit', 'heads-000000000001.log'))
    expect((await read(10)).kinds).toEqual(['heads-cut'])
    await rm(file)
    expect((await read(10)).kinds).toEqual(['heads-cut', 'heads-cut'])
  })

  test('that is put aside while it is read is read to where it was', async () => {
    await fill(1, 5)
    const source = await findHeads(file)
    await fill(6, 9)
    const findings = collectFindings()
    const numbers: number[] = []
    for await (const line of readHeads(source!, { key, findings })) numbers.push(line.no)
    await source!.close()
    expect([numbers, findings.list]).toEqual([all(5), []])
  })

  test('copied without its older parts proves what it has', async () => {
    await fill(1, 10)
    for (const name of await aside()) await rm(join(folder, 'audit', name))
    const findings = collectFindings()
    const [numbers, begins]: [number[], number[]] = [[], []]
    const source = await findHeads(file)
    const beginsLater = ({ seq }: { seq: number }) => begins.push(seq)
    for await (const line of readHeads(source!, { key, findings, beginsLater })) numbers.push(line.no)
    await source!.close()
    expect([numbers, begins, findings.list]).toEqual([[10], [10], []])
  })
})
