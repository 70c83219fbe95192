// The list of users: what comes over the wire, first rows, next page, its form.
import type { Browser, Page } from 'playwright-core'
import { median } from '../stage.ts'
import { type Figure, inMiB, type Rate, RUNS, reference, SLOW } from './figure.ts'
import type { Acted } from './probe.ts'
import { type Arrival, type Sent, visit } from './visit.ts'

export const FIRST_ROW = 'tbody .db-row'

export async function wire(browser: Browser, arrival: Arrival): Promise<Figure[]> {
  const loaded = async (more: Partial<Arrival>) => {
    const { requests, close } = await visit(browser, { ...arrival, ...more })
    await close()
    return requests
  }
  const [gzip, brotli] = [await loaded({ encoding: 'gzip' }), await loaded({})]
  const code = (all: readonly Sent[]) =>
    all.filter(({ type }) => type === 'Script' || type === 'Stylesheet').reduce((sum, { bytes }) => sum + bytes, 0)
  const { scriptAndStyle, requests, inTurn } = reference
  return [
    { name: 'script and style to the first rows, gzip', unit: 'bytes', ours: code(gzip), reference: scriptAndStyle },
    { name: 'the same, brotli', unit: 'bytes', ours: code(brotli), reference: scriptAndStyle },
    { name: 'requests to the first rows', unit: '', ours: brotli.length, reference: requests },
    { name: 'of them one after the other', unit: '', ours: longestChain(brotli), reference: inTurn },
  ]
}

/** How many of the requests waited for another one to end, in the longest row of such. */
function longestChain(requests: readonly Sent[]): number {
  const inOrder = [...requests].sort((a, b) => a.start - b.start)
  const depths: number[] = []
  for (const [at, { start }] of inOrder.entries())
    depths.push(1 + Math.max(0, ...inOrder.slice(0, at).map((one, i) => (one.end <= start ? depths[i]! : 0))))
  return Math.max(...depths)
}

/** Each run in a profile of its own, with an empty cache. */
export async function list(browser: Browser, arrival: Arrival, rate: Rate): Promise<Figure[]> {
  const seen = { rows: [] as number[], page: [] as number[], form: [] as number[], again: [] as number[] }
  let memory = { heap: 0, nodes: 0 }
  for (let run = 0; run < RUNS; run++) {
    const at = await visit(browser, arrival)
    seen.rows.push(at.first)
    await quiet(at.page)
    memory = await at.memory()
    seen.page.push(net(await turnPage(at.page)))
    await quiet(at.page)
    seen.form.push(net(await openForm(at.page)))
    await quiet(at.page)
    await goBack(at.page)
    seen.again.push(net(await openForm(at.page)))
    await at.close()
  }
  const named = (name: string) => (rate === 1 ? name : `${name}, ${SLOW}× slower processor`)
  return [
    {
      name: named('navigation to the first rows, cold'),
      unit: 'ms',
      ours: median(seen.rows),
      reference: reference.rows[rate],
    },
    {
      name: named('page 1 to 2, without the call'),
      unit: 'ms',
      ours: median(seen.page),
      reference: reference.page[rate],
    },
    {
      name: named('create form, first time, without calls'),
      unit: 'ms',
      ours: median(seen.form),
      reference: reference.form[rate],
    },
    { name: named('create form, again'), unit: 'ms', ours: median(seen.again), reference: reference.formAgain[rate] },
    ...(rate === 1
      ? ([
          { name: 'heap after the load', unit: 'MiB', ours: inMiB(memory.heap), reference: reference.heap },
          { name: 'DOM nodes after the load', unit: '', ours: memory.nodes, reference: reference.nodes },
        ] as const)
      : []),
  ]
}

export const net = ({ total, api }: Acted): number => total - api
export const quiet = (page: Page): Promise<void> => page.waitForLoadState('networkidle')

export function turnPage(page: Page): Promise<Acted> {
  return page.evaluate(() => {
    const first = () => document.querySelector('tbody th')?.textContent
    const before = first()
    return atWork.act(
      () => document.querySelector<HTMLElement>('nav [aria-label="Next page"]')!.click(),
      () => first() !== before && document.querySelector('table[aria-busy]') === null,
    )
  })
}

function openForm(page: Page): Promise<Acted> {
  return page.evaluate(() =>
    atWork.act(
      () => document.querySelector<HTMLElement>('.db-list-actions .db-button-primary')!.click(),
      () => document.querySelectorAll('form .db-field').length > 8,
    ),
  )
}

async function goBack(page: Page): Promise<void> {
  await page.goBack()
  await page.locator(FIRST_ROW).first().waitFor()
  await quiet(page)
}
