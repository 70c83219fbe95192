// Steps that many journeys share, and where things stand on a screen.
import type { Download, Locator, Page } from 'playwright-core'
import type { Screen } from './console.ts'

let times = 0

/** A name that nobody has yet: neither another test, nor the last try of this one. */
export const anew = (name: string): string => `${name} ${++times}`

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

export const toLogin = ({ page }: Screen): Promise<void> =>
  page.waitForURL((url) => url.pathname === '/core/auth/login/')

/** Chooses an entry of the account menu. */
export const account = async ({ page }: Screen, entry: string): Promise<void> => {
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
