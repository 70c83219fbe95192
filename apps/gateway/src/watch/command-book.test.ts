import { expect, it } from 'vitest'
import type { CommandRecord, Server } from '../server/server.ts'
import { CommandBook } from './command-book.ts'

it('sends a batch whose answer was lost once more under the same ids', async () => {
  const came: (readonly CommandRecord[])[] = []
  const commands = async (batch: readonly CommandRecord[]) => {
    came.push(batch)
    if (came.length === 1) throw new Error('the answer was lost')
  }
  const book = new CommandBook({ commands } as unknown as Server, () => undefined)
  const typed = {
    session: 's',
    org_id: 'o',
    user: 'u',
    asset: 'a',
    system_user: 'w',
    output: '',
    timestamp: 1,
    moment: 1,
  }
  for (const input of ['one', 'two']) book.add({ ...typed, input, risk_level: 0 })
  await book.flush()
  await book.flush()
  book.stop()
  const [first, second] = came.map((batch) => batch.map(({ id, input }) => [id, input]))
  expect(second).toEqual(first)
  expect(new Set(first!.map(([id]) => id)).size).toBe(2)
})
