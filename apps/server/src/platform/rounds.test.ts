import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { goRound } from './rounds.ts'
import { Scope } from './scope.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('one round begins when the one before is over, and a failure ends none but itself', async () => {
  const scope = new Scope()
  const [ends, failures]: [(() => void)[], unknown[]] = [[], []]
  let begun = 0
  goRound(scope, {
    everyMs: 10,
    work: () => {
      begun++
      if (begun === 2) return Promise.reject(new Error('away'))
      return new Promise<void>((done) => ends.push(done))
    },
    failed: (error) => failures.push(error),
  })
  await vi.advanceTimersByTimeAsync(35)
  expect(begun).toBe(1)
  ends[0]!()
  await vi.advanceTimersByTimeAsync(25)
  expect([begun, failures.length]).toEqual([3, 1])
  ends[1]!()
  await scope.close()
  await vi.advanceTimersByTimeAsync(100)
  expect(begun).toBe(3)
})

it('an end waits for the round under way, but not for one that hangs', async () => {
  const scope = new Scope()
  const told: boolean[] = []
  goRound(scope, {
    everyMs: 10,
    work: (ending) => {
      ending.addEventListener('abort', () => told.push(true))
      return new Promise(() => undefined)
    },
    failed: () => undefined,
  })
  await vi.advanceTimersByTimeAsync(10)
  let closed = false
  const closing = scope.close().then(() => {
    closed = true
  })
  await vi.advanceTimersByTimeAsync(9_000)
  expect([closed, told]).toEqual([false, [true]])
  await vi.advanceTimersByTimeAsync(2_000)
  await closing
  expect(closed).toBe(true)
})
