// What people hear of calls that failed: a red message, or the question to log in again. Once, however many calls fail.
import { onFailure } from '../api/client.ts'
import type { Failure } from '../api/failure.ts'
import { currentSession } from '../api/session.ts'
import { confirm, notify } from '../ui/index.ts'
import { say } from '../words/say.ts'
import { goToLogin } from './leaving.ts'
import { type Reaction, reactionTo } from './reaction.ts'

let asking = false

const reactions: Record<Reaction, (failure: Failure) => unknown> = {
  nothing: () => undefined,
  login: goToLogin,
  tell: (failure) => notify.error(failure.message),
  ask: async () => {
    if (asking) return
    asking = true
    if (await confirm({ title: say.info, text: say.loginRequired, ok: say.reLogin })) goToLogin()
    asking = false
  },
}

export const hearFailures = (): (() => void) =>
  onFailure((failure, at) => {
    const started = currentSession().profile !== undefined
    reactions[reactionTo({ ...at, status: failure.status, started })](failure)
  })
