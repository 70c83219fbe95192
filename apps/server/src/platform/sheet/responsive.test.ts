import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { type Cell, readSheet, writeSheet } from './index.ts'

const ROWS = 30_000

async function* machines(): AsyncGenerator<Cell[]> {
  for (let index = 0; index < ROWS; index++) yield [`host-${index}`, `10.0.${index >> 8}.1`, index, '一台主机']
}

// How often the rest of the server had its turn meanwhile. Turns are counted, not seconds, which a busy machine stretches;
// work without pauses leaves one.
const meanwhile = async <T>(work: () => Promise<T>) => {
  let turns = 0
  let working = true
  const turn = () => {
    turns++
    if (working) setImmediate(turn)
  }
  setImmediate(turn)
  const result = await work()
  working = false
  return { result, turns }
}

describe.each(['csv', 'xlsx'] as const)('[T57] many rows of %s', (format) => {
  test('are written and read while others have their turn again and again', async () => {
    const written = await meanwhile(() => buffer(writeSheet(format, ['name', 'ip', 'port', 'comment'], machines())))
    expect(written.turns).toBeGreaterThan(5)
    const read = await meanwhile(() => readSheet(format, written.result))
    expect(read.result.rows).toHaveLength(ROWS)
    expect(read.result.rows.at(-1)).toEqual({
      line: ROWS + 1,
      cells: ['host-29999', '10.0.117.1', '29999', '一台主机'],
    })
    expect(read.turns).toBeGreaterThan(5)
  })
})
