// The heads of the chain leave the system: to a file, and to syslog where one is named.
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { type HeadsFile, headsFileOf, openHeadsFile } from './heads-file.ts'
import { keepHeadsKey } from './heads-key.ts'
import type { Head } from './link.ts'
import { outlet } from './outlet.ts'
import { readPlace, syslogTo } from './syslog.ts'

export interface Heads {
  note(head: Head): void
  /** Which line of which file is safe on disk; the database remembers it, so that a file cut at its end shows. */
  readonly mark: string | undefined
  close(): Promise<void>
}

export interface HeadsOptions {
  config: Pick<Config, 'dataDir' | 'syslog'>
  log: Log
  now: () => Date
}

export const openHeads = ({ config, log, now }: HeadsOptions): Heads => {
  let file: HeadsFile | undefined
  const toFile = outlet({
    name: 'the heads file',
    log,
    put: async (head) => {
      file ??= await openHeadsFile(headsFileOf(config.dataDir), keepHeadsKey(config.dataDir))
      if (file.last?.no === head.no && file.last.hash === head.hash) return
      if (file.last && file.last.no >= head.no)
        log.error('the audit chain is shorter than its heads file says: was the database set back?', {
          chain: head.no,
          heads: file.last.no,
        })
      await file.append(head, now())
    },
  })
  const place = config.syslog === undefined ? undefined : readPlace(config.syslog)
  if (config.syslog && !place) log.error('AUDIT_SYSLOG is not of the form host:port and is ignored')
  const syslog = place && syslogTo(place)
  const toSyslog = syslog && outlet({ name: 'the syslog', log, put: (head) => syslog.send(head, now()) })
  return {
    note: (head) => {
      if (head.no === 0) return
      toFile.note(head)
      toSyslog?.note(head)
    },
    get mark() {
      return file?.last && file.id ? `${file.id} ${file.last.seq}` : undefined
    },
    close: async () => {
      await Promise.all([toFile.close(), toSyslog?.close()])
    },
  }
}
