import type { Route } from '../../platform/http/route.ts'
import { accountRoutes } from './account.ts'
import { memberRoutes } from './members.ts'
import { profileRoutes } from './profile.ts'
import { serviceAccountRoutes } from './service-account.ts'

export const userRoutes: Route[] = [...memberRoutes, ...accountRoutes, ...profileRoutes, ...serviceAccountRoutes]

export { remindOfPasswords } from './password-reminder.ts'
