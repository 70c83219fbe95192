// The doors of web terminals and of files in a browser: who asks is known here, what they do is the gateway's.
import { label } from '@drawbridge/resource'
import { DOWNLOADS, FILES_SOCKET, pathNotFound, TICKET_HEADER } from '@drawbridge/wire'
import type { Ctx } from '../../platform/context.ts'
import { requireOwnOrigin } from '../../platform/http/csrf.ts'
import { passFile } from '../../platform/http/passing.ts'
import type { Route } from '../../platform/http/route.ts'
import { joinSockets } from '../../platform/http/sockets.ts'
import { issueTicket } from './ticket.ts'

/** As gateways give them: nothing else is worth a ticket. */
const HANDLE = /^[\w-]{32}$/

const gatewayOf = ({ services }: Ctx) => ({ host: '127.0.0.1', port: services.config.gatewayPort })

const sockets = [
  { path: '/koko/ws/terminal/', summary: label('网页终端（WebSocket）', 'Web terminal (WebSocket)') },
  { path: FILES_SOCKET, summary: label('文件管理（WebSocket）', 'File manager (WebSocket)') },
] as const

export const webRoutes: Route[] = [
  ...sockets.map(
    ({ path, summary }): Route => ({
      method: 'GET',
      path,
      access: ['user'],
      doc: { area: 'terminal', summary, status: 101 },
      run: async ({ ctx, request, reply }) => {
        // Any site can make a browser open a socket, cookie and all.
        requireOwnOrigin(request)
        await joinSockets({ request, reply }, gatewayOf(ctx), path, { [TICKET_HEADER]: issueTicket(ctx) })
        return undefined
      },
    }),
  ),
  {
    method: 'GET',
    path: `${DOWNLOADS}:handle/`,
    access: ['user'],
    doc: {
      area: 'terminal',
      summary: label('下载资产上的文件', 'Download a file of an asset'),
      media: 'application/octet-stream',
    },
    run: async ({ ctx, params: { handle = '' } }) => {
      if (!HANDLE.test(handle)) throw pathNotFound()
      return passFile(gatewayOf(ctx), `${DOWNLOADS}${handle}/`, { [TICKET_HEADER]: issueTicket(ctx) })
    },
  },
]
