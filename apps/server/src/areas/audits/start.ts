// The work behind the logs: the chain, and once a day the removal of what is old.
import { startChainer } from '../../platform/audit/chainer.ts'
import { openHeads } from '../../platform/audit/heads.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Services } from '../../platform/services.ts'
import { retireDaily } from './retention.ts'

const HOUR = 3_600_000

export const startAudits = (services: Services, scope: Scope): void => {
  const { config, database, log, now } = services
  const chainer = scope.own(startChainer({ database, log, now, heads: openHeads({ config, log, now }) }), (chainer) =>
    chainer.close(),
  )
  let running: Promise<void> | undefined
  const look = () => {
    // One server is enough for it, and the one that links is one.
    if (!chainer.holds || running) return
    running = retireDaily(services)
      .catch((error) => log.error('old audit rows could not be removed', { error }))
      .finally(() => {
        running = undefined
      })
  }
  scope.own(setInterval(look, HOUR).unref(), async (timer) => {
    clearInterval(timer)
    await running
  })
}
