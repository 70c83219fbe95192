// The list of users: what comes over the wire, first rows, next page, its form.
import type { Browser, Page } from 'playwright-core'
import { type Figure, inMiB, ofRuns, type Rate, RUNS, reference, SLOW } from './figure.ts'
import type { Acted } from './probe.ts'
import { type Arrival, type Sent, visit } from './visit.ts'

const USERS = '/api/v1/users/users/'
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
    { name: 'of them one after the other', unit: '', ours: inTurnTo(brotli, USERS), reference: inTurn },
  ]
}

/** How many requests stand one after the other before the rows are there. */
function inTurnTo(requests: readonly Sent[], path: string): number {
  const inOrder = [...requests].sort((a, b) => a.start - b.start)
  const depths: number[] = []
  for (const [at, { start }] of inOrder.entries())
    depths.push(1 + Math.max(0, ...inOrder.slice(0, at).map((one, i) => (one.end <= start ? depths[i]! : 0))))
  return Math.max(...depths.filter((_, at) => inOrder[at]!.path === path))
}

interface Timed {
  /** On the clock. */
  readonly ms: number[]
  /** On the main thread. */
  readonly cpu: number[]
}

/** Each run in a profile of its own, with an empty cache. */
export async function list(browser: Browser, arrival: Arrival, rate: Rate): Promise<Figure[]> {
  const [rows, page, form, again] = [timed(), timed(), timed(), timed()]
  let memory = { heap: 0, nodes: 0 }
  for (let run = 0; run < RUNS; run++) {
    const at = await visit(browser, arrival)
    rows.ms.push(at.first)
    rows.cpu.push(await at.computed())
    const note = async (to: Timed, work: (page: Page) => Promise<Acted>) => {
      await quiet(at.page)
      const before = await at.computed()
      to.ms.push(net(await work(at.page)))
      to.cpu.push((await at.computed()) - before)
    }
    await quiet(at.page)
    memory = await at.memory()
    await note(page, turnPage)
    await note(form, openForm)
    await quiet(at.page)
    await goBack(at.page)
    await note(again, openForm)
    await at.close()
  }
  const named = (name: string) => (rate === 1 ? name : `${name}, ${SLOW}× slower processor`)
  const both = (name: string, { ms, cpu }: Timed, figures: { ms: number; cpu: number }): Figure[] => [
    ofRuns(named(name), ms, figures.ms),
    ofRuns(named('– of it the main thread computes'), cpu, figures.cpu),
  ]
  return [
    ...both('navigation to the first rows, cold', rows, reference.rows[rate]),
    ...both('page 1 to 2, without the call', page, reference.page[rate]),
    ...both('create form, first time, without calls', form, reference.form[rate]),
    ...both('create form, again', again, reference.formAgain[rate]),
    ...(rate === 1
      ? ([
          { name: 'heap after the load', unit: 'MiB', ours: inMiB(memory.heap), reference: reference.heap },
          { name: 'DOM nodes after the load', unit: '', ours: memory.nodes, reference: reference.nodes },
        ] as const)
      : []),
  ]
}

const timed = (): Timed => ({ ms: [], cpu: [] })

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
