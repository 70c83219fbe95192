// Brings the newest head to one place outside the database. Many heads in a short time share one delivery; a failure is told
// once, tried again, and stops nothing.
import type { Log } from '../log.ts'
import type { Head } from './link.ts'

export interface Outlet {
  note(head: Head): void
  /** Delivers what is left, once. */
  close(): Promise<void>
}

export interface Delivery {
  /** For the log: `the heads file`. */
  name: string
  put(head: Head): Promise<void>
  log: Log
}

const APART_MS = 1_000
const LONGEST_MS = 60_000

export const outlet = ({ name, put, log }: Delivery): Outlet => {
  let newest: Head | undefined
  let timer: NodeJS.Timeout | undefined
  let busy: Promise<void> | undefined
  let free = 0
  let failures = 0

  const deliver = async () => {
    const head = newest
    if (!head) return
    newest = undefined
    try {
      await put(head)
      if (failures > 0) log.info(`${name} of the audit chain can be written again`)
      failures = 0
    } catch (error) {
      if (failures === 0) log.error(`${name} of the audit chain cannot be written; trying on`, { error })
      failures++
      newest ??= head
    }
    free = Date.now() + Math.min(APART_MS * 2 ** Math.max(0, failures - 1), LONGEST_MS)
  }
  const plan = () => {
    if (timer || busy || !newest) return
    timer = setTimeout(
      () => {
        timer = undefined
        busy = deliver().finally(() => {
          busy = undefined
          plan()
        })
      },
      Math.max(0, free - Date.now()),
    ).unref()
  }
  return {
    note: (head) => {
      newest = head
      plan()
    },
    close: async () => {
      clearTimeout(timer)
      await busy
      clearTimeout(timer)
      await deliver()
    },
  }
}
