// The log of a job, pushed: for consoles that follow it over a WebSocket.
import { isGuid, label } from '@drawbridge/resource'
import type { WebSocket } from 'ws'
import { isLoggedIn } from '../../platform/auth/visits.ts'
import type { Ctx } from '../../platform/context.ts'
import { requireOwnOrigin } from '../../platform/http/csrf.ts'
import type { Route } from '../../platform/http/route.ts'
import { takeSocket } from '../../platform/http/sockets.ts'
import { findJob, isOver, logOf } from './job.ts'

const PIECE = 4 * 1024
const LOOK_MS = 1_000
/** Whoever still wants to see it then asks anew, and is asked who they are. */
const MOST_MS = 15 * 60_000

export const jobSocketRoutes: Route[] = [
  {
    method: 'GET',
    path: '/ws/ops/tasks/log/',
    access: ['user'],
    doc: { area: 'ops', summary: label('任务日志（WebSocket）', 'Log of a task (WebSocket)'), status: 101 },
    run: async ({ ctx, request, reply }) => {
      // Any site can make a browser open a socket, cookie and all.
      requireOwnOrigin(request)
      takeSocket({ request, reply }, (socket) => talk(socket, ctx))
      return undefined
    },
  },
]

/** Each word of the caller names a task; its log is told from the begin. */
const talk = (socket: WebSocket, ctx: Ctx): void => {
  let turn = 0
  const end = setTimeout(() => socket.close(), MOST_MS).unref()
  socket.on('error', () => socket.terminate())
  socket.once('close', () => {
    turn++
    clearTimeout(end)
  })
  socket.on('message', (data) => {
    const task = taskIn(String(data))
    if (task === undefined) return socket.close(1007)
    const mine = ++turn
    follow(
      { task, say: (message) => socket.send(JSON.stringify({ message, task })), wanted: () => turn === mine },
      ctx,
    ).catch(() => socket.close(1011))
  })
}

const taskIn = (text: string): string | undefined => {
  try {
    const { task } = JSON.parse(text) as { task?: unknown }
    return typeof task === 'string' && task.length <= 64 ? task : undefined
  } catch {
    return undefined
  }
}

interface Follower {
  readonly task: string
  say(message: string): void
  wanted(): boolean
}

const follow = async ({ task, say, wanted }: Follower, ctx: Ctx): Promise<void> => {
  const { services, visit } = ctx
  const { db } = services.database
  let told = 0
  while (wanted() && (!visit || (await isLoggedIn(visit.id, db, services.now())))) {
    const job = isGuid(task) ? await findJob(task, ctx).catch(() => undefined) : undefined
    if (!wanted()) return
    if (!job) return say(unknown[ctx.reader.lang])
    const log = logOf(job, ctx)
    for (; told < log.length; told += PIECE) say(log.slice(told, told + PIECE))
    told = log.length
    if (isOver(job)) return
    await new Promise((done) => setTimeout(done, LOOK_MS).unref())
  }
}

const unknown = label('没有该任务，或无权查看\r\n', 'There is no such task, or it is not for you to see\r\n')
