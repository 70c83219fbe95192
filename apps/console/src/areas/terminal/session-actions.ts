// What can be done to a session, from its list and from its page.
import { BIT } from '@drawbridge/model/access'
import { post } from '../../api/client.ts'
import type { Session } from '../../api/session.ts'
import { tellFailure } from '../../kit/index.ts'
import type { Item } from '../../kit/spec.ts'
import { notify } from '../../ui/index.ts'
import { downloadPath, KILL, monitorPath, pagePath, replayPath } from './places.ts'
import { say } from './words.ts'

/** A component hears of the task with its next heartbeat; until then the session is still there. */
const TERMINATED_MS = 50_000

/** Auditors look on; they do not interfere. */
export const mayTerminate = (one: Item, { role }: Session): boolean =>
  Boolean(one.can_terminate) && (role & BIT.admin) !== 0

export const terminate = async (id: string, reload: () => void): Promise<void> => {
  try {
    await post(KILL, [id], { flash: false })
  } catch (error) {
    return tellFailure(say.terminate, error)
  }
  notify.success(say.terminateSent)
  setTimeout(reload, TERMINATED_MS)
}

const openTab = (path: string): void => void window.open(path, '_blank', 'noopener')

export const monitor = (id: string): void => openTab(monitorPath(id))
export const replay = (id: string): void => openTab(replayPath(id))

/** The browser itself takes the file: it may be large, and there is nothing to show of it. */
export const download = (id: string): void => take(downloadPath(id), `${id}.tar`)
export const downloadPage = (id: string): void => take(pagePath(id), `${id}.html`)

const take = (href: string, download: string): void =>
  Object.assign(document.createElement('a'), { href, download }).click()
