// Whether this server can work: for load balancers and supervisors, who ask often and give up soon.
import { integer, label } from '@drawbridge/resource'
import { sql } from 'kysely'
import type { Route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'

const PATIENCE_MS = 2_000

export const healthRoute: Route = {
  method: 'GET',
  path: '/api/health/',
  access: ['anonymous'],
  alone: true,
  doc: {
    summary: label('健康检查', 'Health'),
    description: label(
      '数据库在两秒内没有应答时返回 503，status 为 0。',
      'Answers 503 with status 0 when the database does not answer within two seconds.',
    ),
    area: 'service',
    gives: {
      status: integer(label('状态', 'Status')),
      time: integer(label('时间（Unix 秒）', 'Time (Unix seconds)')),
    },
  },
  run: async ({ ctx }) => {
    const healthy = await answers(ctx.services)
    const time = Math.floor(ctx.reader.now.getTime() / 1_000)
    return { status: healthy ? 200 : 503, body: { status: healthy ? 1 : 0, time } }
  },
}

const asking = new WeakMap<Services, Promise<boolean>>()

/** However many ask, the database is asked once at a time: a check must not be a load. */
const answers = async (services: Services): Promise<boolean> => {
  const question = asking.get(services) ?? ask(services)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((done) => {
    timer = setTimeout(() => {
      // A connection may hang for minutes after the database is back: the next check tries another.
      asking.delete(services)
      done(false)
    }, PATIENCE_MS)
  })
  try {
    return await Promise.race([question, late])
  } finally {
    clearTimeout(timer)
  }
}

const ask = (services: Services): Promise<boolean> => {
  const question = sql`select 1`
    .execute(services.database.db)
    .then(
      () => true,
      () => false,
    )
    .finally(() => asking.get(services) === question && asking.delete(services))
  asking.set(services, question)
  return question
}
