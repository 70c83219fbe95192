// The shell: finds out who is here, and puts the frame around the screens that are theirs.
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { COOKIE, readCookie } from '../api/cookies.ts'
import { queries } from '../api/resource.ts'
import type { RouteSpec } from '../kit/route.ts'
import { DialogHost, notify, ToastHost } from '../ui/index.ts'
import { language, switchLanguage } from '../words/language.ts'
import { hearFailures } from './failures.ts'
import type { Verdict } from './guard.ts'
import { goToLogin } from './leaving.ts'
import { type ConsoleRouter, createRouter } from './router.tsx'
import { start } from './start.ts'
import { StartFailed, Starting, Unverified } from './starting.tsx'
import { taskLogRoutes } from './task-log.tsx'

const FIRST_LOGIN = 'users/first-login/'

export const startConsole = (root: HTMLElement, areas: readonly RouteSpec[]): void => {
  // Both places that remember the language say the same from here on, so that the server speaks it too. Strangers only pass
  // through, and keep the language of their browser.
  if (readCookie(COOKIE.csrf)) switchLanguage(language())
  hearFailures()
  const routes = [...areas, ...taskLogRoutes.filter((own) => !areas.some(({ name }) => name === own.name))]
  const place = createRoot(root)
  // To read the code took a while already: what it does first is a task of its own, and the frame is drawn in many small ones.
  inTaskOfItsOwn(() => {
    const opening = open(routes)
    place.render(<Console />)
    void opening.then((opened) => startTransition(() => place.render(<Console opened={opened} />)))
  })
}

/** A message comes at once, where a timer may be kept waiting. */
const inTaskOfItsOwn = (run: () => void): void => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    run()
  }
  port2.postMessage(null)
}

type Opened =
  | { readonly router: ConsoleRouter }
  | { readonly unverified: Extract<Verdict, { to: 'unverified' }> }
  | { readonly failed: unknown }

function Console({ opened }: { opened?: Opened }) {
  return (
    <QueryClientProvider client={queries}>
      <Opening opened={opened} />
      <DialogHost />
      <ToastHost />
    </QueryClientProvider>
  )
}

function Opening({ opened }: { opened?: Opened }) {
  if (!opened) return <Starting />
  if ('failed' in opened) return <StartFailed error={opened.failed} />
  if ('unverified' in opened) return <Unverified logOut={opened.unverified.logOut} />
  return <RouterProvider router={opened.router} />
}

const open = async (routes: readonly RouteSpec[]): Promise<Opened> => {
  try {
    const verdict = await start(routes)
    if (verdict.to === 'login') return await leave(verdict.afterMs)
    if (verdict.to === 'unverified') return { unverified: verdict }
    return { router: await enter(verdict) }
  } catch (failed) {
    return { failed }
  }
}

/** The page is on its way out: nothing follows. */
const leave = (afterMs: number): Promise<never> => {
  setTimeout(goToLogin, afterMs)
  return new Promise(() => undefined)
}

const enter = async (verdict: Extract<Verdict, { session: unknown }>): Promise<ConsoleRouter> => {
  if ('problem' in verdict && verdict.problem) notify.error(String(verdict.problem))
  const router = createRouter(verdict.routes, verdict.session)
  if (verdict.to === 'first-login') await askForOwnData(router, verdict.routes)
  await initialized(router)
  return router
}

/** What a router does between its first drawing and its first commit would be lost on the page. */
const initialized = (router: ConsoleRouter): Promise<void> =>
  new Promise((done) => {
    if (router.state.initialized) return done()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      done()
    })
  })

const askForOwnData = async (router: ConsoleRouter, routes: readonly RouteSpec[]): Promise<void> => {
  const form = routes.find(({ path }) => path.startsWith(FIRST_LOGIN))
  if (form && !location.pathname.includes(`/${FIRST_LOGIN}`)) await router.navigate(`/${form.path}/`, { replace: true })
}
