// The console in a real browser, as somebody who is logged in already.
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { openVisit } from '../../apps/server/src/platform/auth/visits.ts'
import type { Someone, World } from '../../apps/server/test/kit/world.ts'
import { giveContextsBack, takeContext } from './contexts.ts'

export interface Screen {
  readonly context: BrowserContext
  readonly page: Page
  /** Calls of the console, in the order in which they were sent. */
  readonly calls: Request[]
  /** What the browser complained about: scripts that failed, styles that the policy blocked. Refused calls are no complaint. */
  readonly complaints: string[]
  /** Opens an address of the console and waits for the heading of the screen. */
  show(path: string, heading: string | RegExp): Promise<void>
  heading(name: string | RegExp): Promise<void>
  cookie(name: string): Promise<string | undefined>
}

export interface Visitor {
  /** Nobody: a browser without a login. */
  readonly as?: Pick<Someone, 'id'>
  readonly language?: 'en' | 'zh-hans' | null
  readonly width?: number
  readonly cookies?: Readonly<Record<string, string>>
  /** The console itself, or the stage. */
  readonly at?: '/ui' | '/stage'
  readonly options?: BrowserContextOptions
}

const HEIGHT = 900
const PATIENCE_MS = 60_000
const A_DAY_IN_SECONDS = 86_400

export const openScreen = async (
  { world, chromium }: { world: World; chromium: Browser },
  { as, language = 'en', width = 1440, cookies = {}, at = '/ui', options }: Visitor = {},
): Promise<Screen> => {
  const context = await takeContext(chromium, {
    baseURL: world.url,
    viewport: { width, height: HEIGHT },
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    ...options,
  })
  const given = { ...(language && { django_language: language }), ...(as && (await visitOf(world, as.id))), ...cookies }
  await context.addCookies(Object.entries(given).map(([name, value]) => ({ name, value, url: world.url })))
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const calls: Request[] = []
  const complaints: string[] = []
  page.on('request', (request) => isCall(request) && calls.push(request))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
  const screen: Screen = {
    context,
    page,
    calls,
    complaints,
    heading,
    show: async (path, name) => {
      await page.goto(at + path)
      await heading(name)
    },
    cookie: async (name) => {
      const found = (await context.cookies()).find((one) => one.name === name)
      return found && decodeURIComponent(found.value)
    },
  }
  opened.push(screen)
  return screen
}

let opened: Screen[] = []

/** After each test: nothing is left open, and nothing was complained about that the test did not take away itself. */
export const closeScreens = async (): Promise<void> => {
  const complaints = opened.flatMap((screen) => screen.complaints)
  opened = []
  await giveContextsBack()
  expect(complaints).toEqual([])
}

/** A login without the form: what a browser holds after it. */
const visitOf = async (world: World, user: string): Promise<Record<string, string>> => {
  const { cookie, visit } = await openVisit(world.server.services.database.db, {
    user,
    seconds: A_DAY_IN_SECONDS,
    address: '127.0.0.1',
    userAgent: 'test',
    now: world.clock.now(),
  })
  return { sessionid: cookie, csrftoken: visit.csrf }
}

/** The organisation that a browser was in before. */
export const orgCookie = (org: { id: string; name: string; is_default?: boolean; is_root?: boolean }) => ({
  jms_current_org: encodeURIComponent(JSON.stringify({ is_default: false, is_root: false, ...org })),
})

const isCall = (request: Request): boolean => /^\/(api|vue-admin-template)\//.test(new URL(request.url()).pathname)
