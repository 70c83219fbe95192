// Steps that many journeys through lists and forms share, and the calls they cause in a form that can be compared.
import type { Download, Locator, Page, Request } from 'playwright-core'
import { refuse, type Screen } from './console.ts'

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

/** What was asked of an address so far. */
export const callsTo = ({ calls }: Screen, method: string, path: string): Call[] =>
  calls.map(callOf).filter((call) => call.method === method && call.path === path)

/** The next call of this kind; to be asked for before what causes it. */
export const nextCall = (page: Page, method: string, path: string): Promise<Call> => {
  const found = page
    .waitForRequest((one) => one.method() === method && new URL(one.url()).pathname === path)
    .then(callOf)
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

/** While something is done, calls of this kind are answered like this. */
export const refusing = async (
  page: Page,
  path: string,
  answer: Parameters<typeof refuse>[2],
  work: () => Promise<unknown>,
): Promise<void> => {
  const stop = await refuse(page, path, answer)
  try {
    await work()
  } finally {
    await stop()
  }
}

/** A short message, good or bad. */
export const told = (page: Page, text: string | RegExp): Promise<void> =>
  page.locator('.db-toast').getByText(text).first().waitFor()

/** Rows are there and none is on its way. */
export const settled = async (page: Page): Promise<void> => {
  await page.locator('table').waitFor()
  await page.locator('table[aria-busy]').waitFor({ state: 'detached' })
}

export const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

/** The control under a label; required ones carry a star. */
export const field = (page: Page, label: string): Locator =>
  page
    .locator('input, textarea')
    .and(page.getByLabel(new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\*?$`)))

/** What stands under a field that is wrong. */
export const problemOf = (page: Page, label: string): Locator =>
  page
    .locator('.db-field')
    .filter({ has: field(page, label) })
    .getByRole('alert')

export const textOf = async (download: Download): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of await download.createReadStream()) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
