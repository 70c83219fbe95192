// Browser contexts that are used again: a context keeps the compiled program, which costs more than most tests. What one
// test leaves behind (cookies, kept choices, permissions, rewritten answers) is gone before the next.
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'

interface Kept {
  readonly chromium: Browser
  readonly options: string
  readonly context: BrowserContext
  /** Its clock was turned: there is no way back. */
  spoilt: boolean
}

const idle: Kept[] = []
const taken: Kept[] = []

export const takeContext = async (chromium: Browser, options: BrowserContextOptions): Promise<BrowserContext> => {
  const wanted = JSON.stringify(options)
  const at = idle.findIndex((one) => one.chromium === chromium && one.options === wanted)
  const kept = at >= 0 ? idle.splice(at, 1)[0]! : await open(chromium, options)
  taken.push(kept)
  return kept.context
}

export const giveContextsBack = async (): Promise<void> => {
  await Promise.all(taken.splice(0).map(giveBack))
}

const open = async (chromium: Browser, options: BrowserContextOptions): Promise<Kept> => {
  const kept: Kept = {
    chromium,
    options: JSON.stringify(options),
    context: await chromium.newContext(options),
    spoilt: false,
  }
  const { clock } = kept.context
  for (const turn of ['install', 'setFixedTime', 'setSystemTime', 'pauseAt'] as const) {
    const real = clock[turn].bind(clock) as (...args: unknown[]) => Promise<void>
    Object.assign(clock, {
      [turn]: (...args: unknown[]) => {
        kept.spoilt = true
        return real(...args)
      },
    })
  }
  return kept
}

const giveBack = async (kept: Kept): Promise<void> => {
  const { context, spoilt } = kept
  if (spoilt) return context.close()
  try {
    await forget(context, JSON.parse(kept.options).baseURL)
    idle.push(kept)
  } catch {
    // The test closed it itself.
    await context.close()
  }
}

const forget = async (context: BrowserContext, origin: string): Promise<void> => {
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  const [page, ...others] = context.pages()
  await Promise.all(others.map((one) => one.close()))
  const last = page ?? (await context.newPage())
  await last.goto('about:blank')
  await context.clearCookies()
  const devtools = await context.newCDPSession(last)
  await devtools.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
  })
  await last.close()
}
