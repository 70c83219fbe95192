import { expect, it } from 'vitest'
import { type CommandRecord, Denied, type Server } from '../server/server.ts'
import { CommandBook } from './command-book.ts'

const typed = {
  ...{ session: 's', org_id: 'o', user: 'u', asset: 'a', system_user: 'w' },
  ...{ output: '', timestamp: 1, moment: 1, risk_level: 0 as const },
}

it('one command that the server never takes holds up no other, and the log says so', async () => {
  const [kept, lines]: [string[], string[]] = [[], []]
  const commands = async (batch: readonly CommandRecord[]) => {
    if (batch.some(({ input }) => input === 'bad')) throw new Denied('Command not valid')
    kept.push(...batch.map(({ input }) => input))
  }
  const book = new CommandBook({ commands } as unknown as Server, (line) => lines.push(line))
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
  const book = new CommandBook({ commands } as unknown as Server, () => undefined)
  for (const input of ['one', 'two']) book.add({ ...typed, input })
  await book.flush()
  await book.flush()
  book.stop()
  const [first, second] = came.map((batch) => batch.map(({ id, input }) => [id, input]))
  expect(second).toEqual(first)
  expect(new Set(first!.map(([id]) => id)).size).toBe(2)
})
