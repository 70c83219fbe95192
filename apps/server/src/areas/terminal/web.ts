// The sockets of the web terminal: who asks is known here, what they do is the gateway's.
import { label } from '@drawbridge/resource'
import { TICKET_HEADER } from '@drawbridge/wire'
import { requireOwnOrigin } from '../../platform/http/csrf.ts'
import type { Route } from '../../platform/http/route.ts'
import { joinSockets } from '../../platform/http/sockets.ts'
import { issueTicket } from './ticket.ts'

export const webRoutes: Route[] = [
  {
    method: 'GET',
    path: '/koko/ws/terminal/',
    access: ['user'],
    doc: { area: 'terminal', summary: label('网页终端（WebSocket）', 'Web terminal (WebSocket)'), status: 101 },
    run: async ({ ctx, request, reply }) => {
      // Any site can make a browser open a socket, cookie and all.
      requireOwnOrigin(request)
      const { config } = ctx.services
      const gateway = { host: '127.0.0.1', port: config.gatewayPort }
      await joinSockets({ request, reply }, gateway, '/koko/ws/terminal/', { [TICKET_HEADER]: issueTicket(ctx) })
      return undefined
    },
  },
]
