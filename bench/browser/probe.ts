// Runs in a page before its own scripts, and notes when something is really there: drawn, laid out and handed to paint.

export interface Probe {
  /** When the first of what was waited for was painted, in milliseconds since the navigation. */
  readonly first: Promise<number>
  /** Does something and waits for what it leads to. */
  act(work: () => void, isThere: () => boolean): Promise<Acted>
  /** The longest single task so far. */
  longest(): number
}

declare global {
  var atWork: Probe
}

export interface Acted {
  readonly total: number
  /** Of it, the time in which a call was on its way. */
  readonly api: number
}

export const probe = (selector: string): void => {
  let longest = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  }).observe({ type: 'longtask', buffered: true })

  const painted = () =>
    new Promise<number>((done) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => done(performance.now())
        port2.postMessage(0)
      })
    })
  const shown = (isThere: () => boolean) =>
    new Promise<number>((done) => {
      const look = () => {
        if (!isThere()) return
        observer.disconnect()
        void painted().then(done)
      }
      const observer = new MutationObserver(look)
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
      look()
    })
  const callsBetween = (start: number, end: number): number => {
    const calls = performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.includes('/api/') && startTime >= start && startTime <= end)
      .map((entry) => [entry.startTime, (entry as PerformanceResourceTiming).responseEnd] as const)
      .sort(([a], [b]) => a - b)
    let [sum, until] = [0, start]
    for (const [from, to] of calls) {
      sum += Math.max(0, to - Math.max(from, until))
      until = Math.max(until, to)
    }
    return sum
  }
  const made: Probe = {
    first: shown(() => document.querySelector(selector) !== null),
    act: async (work, isThere) => {
      const start = performance.now()
      work()
      const end = await shown(isThere)
      return { total: end - start, api: callsBetween(start, end) }
    },
    longest: () => longest,
  }
  globalThis.atWork = made
}
