// Commands on their way to the server, in batches, oldest first.
import type { CommandRecord, Server } from '../server/server.ts'
import { Outbox } from './outbox.ts'

export type CommandBook = Outbox<CommandRecord>

export const openCommandBook = (file: string, server: Server, log: (line: string) => void): CommandBook =>
  new Outbox<CommandRecord>({
    file,
    log,
    most: 200,
    everyMs: 2_000,
    send: (batch) => server.commands(batch),
    words: {
      waiting: (count) => `${count} commands wait for the server`,
      refused: ({ session }) => `A command of session ${session} is only in its recording`,
    },
  })
