// The screens that the person has, as routes. Paths match with and without a slash at their end.
import { createBrowserRouter, type RouteObject, redirect } from 'react-router'
import { isLicensed, type Session } from '../api/session.ts'
import { showWay } from '../kit/going.tsx'
import { BASE } from '../kit/paths.ts'
import type { RouteSpec } from '../kit/route.ts'
import { homePath, WITHOUT_LICENCE } from './allowed-routes.ts'
import { Frame } from './frame.tsx'
import { wasMoving } from './leaving.ts'
import { menuOf } from './menu.ts'
import { NotFound } from './not-found.tsx'
import { FrameFailure, LostScreen, ScreenFailure, screenOf } from './screen.tsx'
import { Starting } from './starting.tsx'
import { noteVisit, openVisited } from './visited-store.ts'

export type ConsoleRouter = ReturnType<typeof createBrowserRouter>

export const createRouter = (routes: readonly RouteSpec[], session: Session): ConsoleRouter => {
  const first = menuOf(routes, session).flatMap(({ entries }) => entries)[0]?.spec
  const home = homePath(routes, first && !first.external ? `/${first.path}` : undefined)
  const inFrame: RouteObject[] = [
    ...(home === undefined ? [] : [{ index: true, loader: () => redirect(home), Component: Nothing }]),
    ...routes.filter(({ bare }) => !bare).map(routeOf),
    { path: '404', Component: NotFound },
    ...(isLicensed(session)
      ? []
      : [{ path: `${WITHOUT_LICENCE.section}/*`, loader: () => redirect(WITHOUT_LICENCE.to), Component: Nothing }]),
    { path: '*', loader: unknown(wasMoving()), Component: Nothing },
  ]
  const router = createBrowserRouter(
    [
      ...routes.filter(({ bare }) => bare).map((spec) => ({ ...routeOf(spec), HydrateFallback: Starting })),
      { path: '/', Component: Frame, ErrorBoundary: FrameFailure, HydrateFallback: Starting, children: inFrame },
    ],
    { basename: BASE },
  )
  showWay((to, going) => router.navigate(to, going))
  openVisited(routes)
  const note = ({ location, matches, navigation, initialized }: ConsoleRouter['state']) => {
    const spec = matches.at(-1)?.route.handle as RouteSpec | undefined
    if (!initialized || navigation.state !== 'idle' || !spec || spec.bare) return
    noteVisit(spec, { ...location, pathname: location.pathname.slice(BASE.length) || '/' })
  }
  note(router.state)
  router.subscribe(note)
  return router
}

/** Of routes that only lead on. */
const Nothing = () => null

const routeOf = (spec: RouteSpec): RouteObject => {
  const place = spec.path === '' ? { index: true as const } : { path: spec.path }
  const { load, redirect: onward, external } = spec
  if (onward)
    return {
      ...place,
      loader: ({ params, request }) => redirect(withQueryOf(request, onward(params))),
      Component: Nothing,
    }
  if (external) return { ...place, loader: () => leaveFor(external()), Component: Nothing }
  return {
    ...place,
    handle: spec,
    ErrorBoundary: ScreenFailure,
    // The router draws nothing for a route whose code was refused, so it always gets something to draw.
    lazy: async () => ({
      Component: screenOf(
        await (load?.() ?? Promise.resolve(NotFound)).catch((cause) => {
          console.error(cause)
          return LostScreen
        }),
      ),
    }),
  }
}

/** Nowhere; but right after a change of organisation, a screen that is not there in the new one leads home. */
const unknown = (moving: boolean) => {
  let toHome = moving
  return () => {
    const to = toHome ? '/' : '/404'
    toHome = false
    return redirect(to)
  }
}

const withQueryOf = (request: Request, path: string): string => {
  const { search } = new URL(request.url)
  return search === '' ? path : path + (path.includes('?') ? `&${search.slice(1)}` : search)
}

const leaveFor = (address: string): Promise<never> => {
  location.replace(address)
  return new Promise(() => undefined)
}
