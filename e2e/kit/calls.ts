// What the console asks of the server, in a form that can be compared; and answers that are made up, changed or late.
import type { Page, Request, Route } from 'playwright-core'
import type { Screen } from './console.ts'

export interface Call {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: any
  readonly type: string | undefined
  readonly org: string | undefined
}

export const callOf = (request: Request): Call => {
  const { pathname, searchParams } = new URL(request.url())
  return {
    method: request.method(),
    path: pathname,
    query: Object.fromEntries(searchParams),
    body: bodyOf(request),
    type: request.headers()['content-type'],
    org: request.headers()['x-jms-org'],
  }
}

const bodyOf = (request: Request): unknown => {
  try {
    return request.postDataJSON()
  } catch {
    return request.postData()
  }
}

export const pathOf = (one: { url(): string }): string => new URL(one.url()).pathname

/** `GET /api/v1/users/users/?offset=0`, for lists of what was called. */
export const lineOf = (request: Request): string =>
  `${request.method()} ${pathOf(request)}${new URL(request.url()).search}`

/** What was asked of an address so far. */
export const callsTo = ({ calls }: Screen, method: string, path: string): Call[] =>
  calls.map(callOf).filter((call) => call.method === method && call.path === path)

/** The next call of this kind; to be asked for before what causes it. */
export const nextCall = (page: Page, method: string, path: string): Promise<Call> => {
  const found = page.waitForRequest((one) => one.method() === method && pathOf(one) === path).then(callOf)
  // Who waits for it hears of it; when a test ends before, nobody does.
  found.catch(() => undefined)
  return found
}

/** The calls that something causes, once the page is quiet again. */
export const during = async ({ page, calls }: Screen, work: () => Promise<unknown>): Promise<Call[]> => {
  const before = calls.length
  await work()
  await page.waitForLoadState('networkidle')
  return calls.slice(before).map(callOf)
}

export interface MadeUp {
  readonly method?: string
  readonly status: number
  readonly body?: object | string
}

/** From now on the calls to this path are answered like this, until the answer given back is called. */
export const answer = (page: Page, path: string, { method, status, body = {} }: MadeUp): Promise<() => Promise<void>> =>
  intercept(page, path, async (route) => {
    if (method && route.request().method() !== method) return route.fallback()
    await route.fulfill({
      status,
      contentType: typeof body === 'string' ? 'text/plain' : 'application/json',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  })

/** While something is done, calls of this kind are answered like this. */
export const answering = async (
  page: Page,
  path: string,
  madeUp: MadeUp,
  work: () => Promise<unknown>,
): Promise<void> => {
  const stop = await answer(page, path, madeUp)
  try {
    await work()
  } finally {
    await stop()
  }
}

/** The real answer, changed on its way. */
export const amend = <T = any>(page: Page, path: string, change: (body: T) => unknown): Promise<() => Promise<void>> =>
  intercept(page, path, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, json: change(await response.json()) })
  })

/** The answers wait until they are let go; those of one method, where it is named. */
export const hold = async (page: Page, path: string, method?: string): Promise<() => Promise<void>> => {
  let letGo: () => void = () => undefined
  const held = new Promise<void>((done) => {
    letGo = done
  })
  const stop = await intercept(page, path, async (route) => {
    if (!method || route.request().method() === method) await held
    await route.fallback()
  })
  return async () => {
    letGo()
    await stop()
  }
}

const intercept = async (page: Page, path: string, handle: (route: Route) => Promise<void>) => {
  const matches = (url: URL) => url.pathname === path
  await page.route(matches, handle)
  return () => page.unroute(matches, handle)
}
