import type { Route } from '../../platform/http/route.ts'
import { mailTestRoute } from './mail-test.ts'
import { publicRoute } from './public.ts'
import { settingRoutes } from './setting.ts'

export const settingsRoutes: readonly Route[] = [...settingRoutes, publicRoute, mailTestRoute]
