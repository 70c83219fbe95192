// A page of the console in a fresh browser profile, and what the browser itself tells of it.
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { probe } from './probe.ts'

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

export interface Visit {
  readonly page: Page
  /** Milliseconds from the navigation to the first of what was waited for. */
  readonly first: number
  readonly requests: readonly Sent[]
  longestTask(): Promise<number>
  /** Milliseconds that the main thread has computed so far: what others do on the machine does not count. */
  computed(): Promise<number>
  memory(): Promise<Memory>
  slowDown(rate: number): Promise<void>
  close(): Promise<void>
}

export interface Sent {
  readonly path: string
  readonly type: string
  /** With the headers of the answer. */
  readonly bytes: number
  readonly start: number
  readonly end: number
}

export interface Memory {
  readonly heap: number
  readonly nodes: number
}

export interface Arrival {
  readonly url: string
  readonly cookies: Readonly<Record<string, string>>
  /** What is waited for. */
  readonly selector: string
  readonly slowDown?: number
  readonly encoding?: 'gzip'
  prepare?(page: Page): Promise<unknown>
}

export const visit = async (browser: Browser, arrival: Arrival): Promise<Visit> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const { origin } = new URL(arrival.url)
  await context.addCookies(Object.entries(arrival.cookies).map(([name, value]) => ({ name, value, url: origin })))
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const requests = await watch(cdp)
  if (arrival.encoding)
    await cdp.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': arrival.encoding } })
  const slowDown = async (rate: number) => {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate })
  }
  await slowDown(arrival.slowDown ?? 1)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.addInitScript(probe, arrival.selector)
  await arrival.prepare?.(page)
  await page.goto(arrival.url)
  const first = await page.evaluate(() => atWork.first)
  return {
    page,
    first,
    requests,
    slowDown,
    longestTask: () => page.evaluate(() => atWork.longest()),
    computed: () => computedBy(cdp),
    memory: () => memoryOf(cdp),
    close: () => context.close(),
  }
}

const watch = async (cdp: CDPSession): Promise<Sent[]> => {
  const started = new Map<string, { path: string; type: string; start: number }>()
  const done: Sent[] = []
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', timestamp }) =>
    started.set(requestId, { path: new URL(request.url).pathname, type, start: timestamp * 1_000 }),
  )
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const one = started.get(requestId)
    if (one) done.push({ ...one, bytes: encodedDataLength, end: timestamp * 1_000 })
  })
  await cdp.send('Network.enable')
  return done
}

const computedBy = async (cdp: CDPSession): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
}

const memoryOf = async (cdp: CDPSession): Promise<Memory> => {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  const { nodes } = await cdp.send('Memory.getDOMCounters')
  return { heap: usedSize, nodes }
}
