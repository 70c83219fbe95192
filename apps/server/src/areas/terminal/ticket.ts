// How a gateway learns who is in the browser at the other end: a ticket from the server, good once and for a moment. It never sees a cookie.
import { randomUUID } from 'node:crypto'
import { label } from '@drawbridge/resource'
import { refusal } from '@drawbridge/wire'
import { useOnce } from '../../platform/auth/use-once.ts'
import type { Ctx } from '../../platform/context.ts'
import { ok, type Route } from '../../platform/http/route.ts'
import { componentOf } from './component.ts'

const SECONDS = 30
const PURPOSE = 'terminal.ticket'

interface Ticket {
  readonly no: string
  readonly user: string
  readonly address: string
  readonly lang: string
  /** Good for looking on at this session only. */
  readonly watches?: Watches
  /** Milliseconds since 1970. */
  readonly until: number
}

export interface Watches {
  readonly session: string
  readonly shared: boolean
}

const badTicket = refusal('authentication_failed', 401, {
  zh: '票据无效或已使用',
  en: 'The ticket is not valid, or was used before.',
})

export const issueTicket = ({ me, address, reader, services }: Ctx, watches?: Watches): string => {
  const until = reader.now.getTime() + SECONDS * 1_000
  const ticket: Ticket = { no: randomUUID(), user: me.id, address, lang: reader.lang, watches, until }
  return services.secrets.seal(JSON.stringify(ticket), PURPOSE)
}

export const ticketRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/v1/terminal/tickets/redeem/',
    access: ['app'],
    doc: { area: 'terminal', summary: label('兑换网页终端票据', 'Redeem a ticket of the web terminal') },
    run: async ({ ctx, body }) => {
      await componentOf(ctx)
      const ticket = read((body as { ticket?: unknown } | undefined)?.ticket, ctx)
      if (!ticket || !(await useOnce(ctx.db, `ticket ${ticket.no}`, new Date(ticket.until)))) throw badTicket()
      const person = await ctx.db
        .selectFrom('users_users')
        .select(['id', 'username', 'name'])
        .where('id', '=', ticket.user)
        .where('is_active', '=', true)
        .where((when) => when.or([when('date_expired', 'is', null), when('date_expired', '>', ctx.reader.now)]))
        .executeTakeFirst()
      if (!person) throw badTicket()
      return ok({ ...person, address: ticket.address, lang: ticket.lang, watches: ticket.watches })
    },
  },
]

const read = (given: unknown, { reader, services }: Ctx): Ticket | undefined => {
  if (typeof given !== 'string' || given.length > 2_000) return undefined
  try {
    const ticket = JSON.parse(services.secrets.open(given, PURPOSE)) as Ticket
    return ticket.until > reader.now.getTime() ? ticket : undefined
  } catch {
    return undefined
  }
}
