// A large tree and a wide table, on answers that are made up.
import type { Browser, Page } from 'playwright-core'
import { type Figure, inMiB, ofRuns, RUNS, reference } from './figure.ts'
import { net, quiet, turnPage } from './list.ts'
import { type Arrival, visit } from './visit.ts'

const NODES = 20_000
const ROWS = 100
const COLUMNS = 12
export const TENTH_NODE = '[role=treeitem]:nth-child(10)'
export const WIDE = `/stage/stage/wide?page=1&size=${ROWS}`

export async function tree(browser: Browser, arrival: Arrival): Promise<Figure[]> {
  const seen = { render: [] as number[], task: [] as number[] }
  let memory = { heap: 0, nodes: 0 }
  for (let run = 0; run < RUNS; run++) {
    const at = await visit(browser, arrival)
    const answered = await at.page.evaluate(() => {
      const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return all.find(({ name }) => name.includes('/tree/'))!.responseEnd
    })
    seen.render.push(at.first - answered)
    await quiet(at.page)
    seen.task.push(await at.longestTask())
    memory = await at.memory()
    await at.close()
  }
  const nodes = NODES.toLocaleString('en')
  return [
    ofRuns(`flat tree of ${nodes} nodes, from its answer to paint`, seen.render, reference.tree),
    ofRuns('its longest task', seen.task, reference.treeTask),
    { name: 'its heap', unit: 'MiB', ours: inMiB(memory.heap), reference: reference.treeHeap },
  ]
}

export async function wide(browser: Browser, arrival: Arrival): Promise<Figure[]> {
  const turned: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const at = await visit(browser, arrival)
    await quiet(at.page)
    turned.push(net(await turnPage(at.page)))
    await at.close()
  }
  return [ofRuns(`next page of ${ROWS} rows × ${COLUMNS} columns, without the call`, turned)]
}

export async function makeUpTree(page: Page): Promise<void> {
  const node = (key: string, pId: string, open: boolean) => ({
    id: key,
    pId,
    name: `Node ${key} (12)`,
    isParent: open,
    open,
    meta: { type: 'node', node: { id: `00000000-0000-4000-8000-${key.padStart(12, '0')}`, key, value: `Node ${key}` } },
  })
  const nodes = [node('1', '', true), ...Array.from({ length: NODES }, (_, at) => node(`1:${at}`, '1', false))]
  await page.route('**/api/v1/stage/nodes/**', (route) => route.fulfill({ json: nodes }))
  await page.route('**/api/v1/stage/things/**', (route) =>
    route.fulfill({ json: { count: 0, next: null, results: [] } }),
  )
}

export async function makeUpRows(page: Page): Promise<void> {
  const columns = Array.from({ length: COLUMNS }, (_, at) => `column_${at}`)
  const fields = columns.map((name) => [name, { type: 'string', label: name, required: false, read_only: false }])
  await page.route('**/api/v1/stage/wide/**', (route) => {
    const request = route.request()
    if (request.method() === 'OPTIONS') return route.fulfill({ json: { actions: { GET: Object.fromEntries(fields) } } })
    const offset = Number(new URL(request.url()).searchParams.get('offset'))
    const results = Array.from({ length: ROWS }, (_, at) => ({
      id: `row-${offset + at}`,
      ...Object.fromEntries(columns.map((name) => [name, `${name} of ${offset + at}`])),
    }))
    return route.fulfill({ json: { count: 1_000, next: null, results } })
  })
}
