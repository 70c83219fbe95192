import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { type Cell, readSheet, writeSheet } from './index.ts'

const ROWS = 100_000

async function* machines(): AsyncGenerator<Cell[]> {
  for (let index = 0; index < ROWS; index++) yield [`host-${index}`, `10.0.${index >> 8}.1`, index, '一台主机']
}

// How the rest of the server fares meanwhile: how often a 10 ms timer fired, and for how long it did not. Both are
// counted in processor time, so that a busy machine does not fail the test; a loop without pauses gives one tick.
const meanwhile = async <T>(work: () => Promise<T>) => {
  const started = processorMs()
  let last = started
  let longest = 0
  let ticks = 0
  const tick = () => {
    const now = processorMs()
    longest = Math.max(longest, now - last)
    last = now
    ticks++
  }
  const timer = setInterval(tick, 10)
  const result = await work()
  tick()
  clearInterval(timer)
  return { result, longest, every: (last - started) / ticks }
}

const processorMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

describe.each(['csv', 'xlsx'] as const)('[T57] 100,000 rows of %s', (format) => {
  test('are written and read while a 10 ms timer keeps firing', async () => {
    const written = await meanwhile(() => buffer(writeSheet(format, ['name', 'ip', 'port', 'comment'], machines())))
    expect(written.every).toBeLessThan(40)
    expect(written.longest).toBeLessThan(150)
    const read = await meanwhile(() => readSheet(format, written.result))
    expect(read.result.rows).toHaveLength(ROWS)
    expect(read.result.rows.at(-1)).toEqual({
      line: ROWS + 1,
      cells: ['host-99999', '10.0.390.1', '99999', '一台主机'],
    })
    expect(read.every).toBeLessThan(40)
    expect(read.longest).toBeLessThan(150)
  }, 60_000)
})
