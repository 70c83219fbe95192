// Which screens there are for the person who is here. What is not allowed does not exist.
import { hasAll } from '@drawbridge/model/access'
import { isLicensed, type Session } from '../api/session.ts'
import { DEFAULT_NEEDS, type RouteSpec } from '../kit/route.ts'
import { inAdminPage } from './role.ts'

export const allowedRoutes = (specs: readonly RouteSpec[], session: Session): RouteSpec[] =>
  specs.filter(
    (spec) =>
      hasAll(session.role, spec.needs ?? DEFAULT_NEEDS) &&
      (spec.mode ?? 'both') !== (inAdminPage(session) ? 'user' : 'admin') &&
      (!spec.licensed || isLicensed(session)) &&
      !spec.hidden?.(session),
  )

/** Where the root leads: the dashboard of the admin page; on the user page, its own first screen. */
export const homePath = (routes: readonly RouteSpec[], first: string | undefined): string | undefined => {
  const has = (path: string) => routes.some((spec) => spec.path === path)
  if (has('dashboard')) return '/dashboard'
  if (has('')) return undefined
  return first ?? (has('users/profile') ? '/users/profile' : '/404')
}

/** Sections of the extension lead to the remote apps where no licence holds, which are not there then either. */
export const WITHOUT_LICENCE = { section: 'xpack', to: '/applications/remote-apps/' } as const
