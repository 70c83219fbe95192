import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Head } from './link.ts'
import { outlet } from './outlet.ts'

const said: string[] = []
const log = {
  debug: () => undefined,
  info: (line: string) => said.push(line),
  warn: (line: string) => said.push(line),
  error: (line: string) => said.push(line),
}
const head = (no: number): Head => ({ no, hash: String(no) })

beforeEach(() => {
  vi.useFakeTimers()
  said.length = 0
})
afterEach(() => vi.useRealTimers())

test('heads in a short time share one delivery, and the newest counts', async () => {
  const got: number[] = []
  const out = outlet({ name: 'the file', log, put: async ({ no }) => void got.push(no) })
  out.note(head(1))
  await vi.advanceTimersByTimeAsync(0)
  for (const no of [2, 3, 4]) out.note(head(no))
  await vi.advanceTimersByTimeAsync(900)
  expect(got).toEqual([1])
  await vi.advanceTimersByTimeAsync(200)
  expect(got).toEqual([1, 4])
})

test('a failure is told once, tried again with the newest head, and its end is told', async () => {
  let broken = true
  const got: number[] = []
  const out = outlet({
    name: 'the file',
    log,
    put: async ({ no }) => {
      if (broken) throw new Error('the disk is full')
      got.push(no)
    },
  })
  out.note(head(1))
  await vi.advanceTimersByTimeAsync(10_000)
  out.note(head(2))
  expect(said).toEqual(['the file of the audit chain cannot be written; trying on'])
  broken = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(got).toEqual([2])
  expect(said).toHaveLength(2)
})

test('closing delivers what is left', async () => {
  const got: number[] = []
  const out = outlet({ name: 'the file', log, put: async ({ no }) => void got.push(no) })
  out.note(head(1))
  await vi.advanceTimersByTimeAsync(0)
  out.note(head(2))
  await out.close()
  await out.close()
  expect(got).toEqual([1, 2])
})
