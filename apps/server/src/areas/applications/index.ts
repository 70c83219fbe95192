import type { Route } from '../../platform/http/route.ts'
import { remoteAppRoutes } from './remote-app.ts'

export const applicationRoutes: Route[] = [...remoteAppRoutes]
