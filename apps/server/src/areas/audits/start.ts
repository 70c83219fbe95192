// The work behind the logs: the chain, and once a day the removal of what is old.
import { startChainer } from '../../platform/audit/chainer.ts'
import { openHeads } from '../../platform/audit/heads.ts'
import { goRound } from '../../platform/rounds.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Services } from '../../platform/services.ts'
import { retireDaily } from './retention.ts'

const HOUR = 3_600_000

export const startAudits = (services: Services, scope: Scope): void => {
  const { config, database, log, now } = services
  const chainer = scope.own(startChainer({ database, log, now, heads: openHeads({ config, log, now }) }), (chainer) =>
    chainer.close(),
  )
  goRound(scope, {
    everyMs: HOUR,
    // One server is enough for it, and the one that links is one.
    work: async () => (chainer.holds ? retireDaily(services) : undefined),
    failed: (error) => log.error('old audit rows could not be removed', { error }),
  })
}
