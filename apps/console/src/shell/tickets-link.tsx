import { useQuery } from '@tanstack/react-query'
import { get } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { Link } from '../kit/going.tsx'
import { TICKET_LIMIT } from '../kit/limits.ts'
import { usePath } from '../kit/paths.ts'
import { Badge, Icon } from '../ui/index.ts'
import { showsTickets } from './role.ts'
import { words } from './words.ts'

/** With the number of tickets that wait for this person. */
export function TicketsLink() {
  const session = useSession()
  const path = usePath('TicketList')
  const id = session.profile?.id
  const shown = showsTickets(session) && path !== undefined && id !== undefined
  const { data = 0 } = useQuery({
    queryKey: ['tickets-waiting', id],
    enabled: shown,
    queryFn: async () => {
      const query = { assignees__id: id, status: 'open', offset: 0, limit: TICKET_LIMIT, display: 1, draw: 1 }
      const { count } = await get<{ count: number }>('/api/v1/tickets/tickets/', { query, flash: false })
      return count
    },
  })
  if (!shown) return null
  return (
    <Link to={path} className="db-icon-button db-tickets" data-tip={words.tickets}>
      <Icon name="ticket" />
      <span className="db-hidden">{words.tickets}</span>
      <Badge count={data} label={words.waitingTickets(data)} />
    </Link>
  )
}
