// What was done to files, on its way to the server: at once, a few at a time.
import type { FileRecord, Server } from '../server/server.ts'
import { Outbox } from './outbox.ts'

export type FileBook = Outbox<FileRecord>

export const openFileBook = (file: string, server: Server, log: (line: string) => void): FileBook =>
  new Outbox<FileRecord>({
    file,
    log,
    most: 16,
    everyMs: 0,
    send: async (batch) => {
      const told = await Promise.allSettled(batch.map((record) => server.file(record)))
      for (const one of told) if (one.status === 'rejected') throw one.reason
    },
    words: {
      waiting: (count) => `${count} records of files wait for the server`,
      refused: ({ user, operate }) => `A record of a file (${operate}, ${user}) is only in its recording`,
    },
  })
