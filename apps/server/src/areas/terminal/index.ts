import type { Route } from '../../platform/http/route.ts'
import { alertRoutes } from './alert.ts'
import './command.ts'
import { commandReportRoutes } from './command-report.ts'
import { commandTreeRoutes } from './command-tree.ts'
import { configRoutes } from './config.ts'
import { connectionRoutes } from './connection/connection.ts'
import { heartbeatRoutes } from './heartbeat.ts'
import { loadRoutes } from './load.ts'
import { playRoutes } from './recording/play.ts'
import { replayRoutes } from './recording/replay.ts'
import { uploadRoutes } from './recording/upload.ts'
import { registrationRoutes } from './registration.ts'
import { sessionRoutes } from './session.ts'
import { storageRoutes } from './storage.ts'
import { killRoutes } from './task.ts'
import './terminal.ts'
import { ticketRoutes } from './ticket.ts'
import { joinRoutes } from './watching/join.ts'
import { shareRoutes } from './watching/share.ts'
import { watchRoutes } from './watching/watch.ts'
import { webRoutes } from './web.ts'

export const terminalRoutes: Route[] = [
  ...connectionRoutes,
  ...ticketRoutes,
  ...webRoutes,
  ...sessionRoutes,
  ...joinRoutes,
  ...watchRoutes,
  ...shareRoutes,
  ...uploadRoutes,
  ...playRoutes,
  ...replayRoutes,
  ...killRoutes,
  ...commandReportRoutes,
  ...alertRoutes,
  ...commandTreeRoutes,
  ...storageRoutes,
  ...registrationRoutes,
  ...configRoutes,
  ...heartbeatRoutes,
  ...loadRoutes,
]

export { startSending } from './command-sending.ts'
export { watchSessions } from './finishing.ts'
export { startCarrying } from './recording/carry.ts'
export { retireSessions } from './recording/retention.ts'
