// Sockets of those who look on, held by this server: cut when the ground they stand on is gone.
import { isLoggedIn } from '../../../platform/auth/visits.ts'
import type { Joined } from '../../../platform/http/sockets.ts'
import type { Services } from '../../../platform/services.ts'
import { problemWith } from './join.ts'
import { openShare } from './open-share.ts'

export interface Watch {
  readonly session: string
  readonly user: string
  /** By this link; by office without one. */
  readonly share?: string
  /** The login of the browser; programs have none. */
  readonly visit?: string
}

/** Another server may have ended what they stand on. */
const LOOK_MS = 2_000

const open = new Map<Watch, Joined>()

export const holdWatch = (watch: Watch, joined: Joined, services: Services): void => {
  open.set(watch, joined)
  const timer = setInterval(() => {
    // A database that is away for a moment ends nothing.
    void mayGoOn(watch, services).then(
      (yes) => yes || joined.cut(),
      (error: unknown) => services.log.warn('a watch could not be looked at', { error }),
    )
  }, LOOK_MS).unref()
  void joined.over.then(() => {
    clearInterval(timer)
    open.delete(watch)
  })
}

/** Those of this server at once; others within their next look. */
export const cutShare = (share: string): void => {
  for (const [watch, joined] of open) if (watch.share === share) joined.cut()
}

const mayGoOn = async ({ session, user, share, visit }: Watch, services: Services): Promise<boolean> => {
  const { db } = services.database
  const now = services.now()
  if (visit && !(await isLoggedIn(visit, db, now))) return false
  if (share) return (await openShare({ session, user, share: { id: share } }, db, now)) !== undefined
  const problem = await problemWith({ user, session }, db, now)
  // Of its end the gateway tells.
  return problem === undefined || problem === 'closed'
}
