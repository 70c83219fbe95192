// The kit on screens of its own, and answers made up for them: what no area uses yet is proven all the same.
import { join } from 'node:path'
import type { Route as Intercepted, Page } from 'playwright-core'
import { consoleRoutes } from '../../apps/server/src/areas/console/index.ts'
import { openBuiltFiles } from '../../apps/server/src/platform/built-files.ts'
import type { Route } from '../../apps/server/src/platform/http/route.ts'

const BUILT = join(import.meta.dirname, '../../apps/console/stage/dist')

/** For the server of a suite: it serves the stage beside the console. */
export const stageRoutes = (): Route[] => consoleRoutes({ at: '/stage/', home: '/', files: openBuiltFiles(BUILT) })

export interface MadeUpNode {
  readonly key: string
  readonly value: string
  readonly amount: number
}

export interface MadeUpTree {
  readonly nodes: MadeUpNode[]
}

const ASSET = {
  id: 'asset-1',
  pId: '1:1',
  name: 'web-01',
  isParent: false,
  meta: { type: 'asset', asset: { id: 'asset-1' } },
}

/** Three nodes and an asset, which take every change; and a list beside them. */
export const makeUpTree = async (page: Page): Promise<MadeUpTree> => {
  const nodes: MadeUpNode[] = [
    { key: '1', value: 'Root', amount: 7 },
    { key: '1:1', value: 'Web', amount: 3 },
    { key: '1:2', value: 'Data', amount: 4 },
  ]
  const answers: readonly (readonly [
    method: string,
    path: RegExp,
    answer: (route: Intercepted, found: RegExpExecArray) => unknown,
  ])[] = [
    [
      'GET',
      /\/stage\/nodes\/children\/tree\/$/,
      (route) => treeAnswer(nodes, new URL(route.request().url()).searchParams),
    ],
    ['POST', /\/nodes\/id-([\d-]+)\/children\/$/, (_, [, parent]) => added(nodes, `${keyOf(parent!)}:9`)],
    ['PATCH', /\/nodes\/id-([\d-]+)\/$/, () => ({})],
    ['DELETE', /\/nodes\/id-([\d-]+)\/$/, () => undefined],
    [
      'PUT',
      /\/nodes\/id-([\d-]+)\/children\/add\/$/,
      (route, [, to]) => moved(nodes, route.request().postDataJSON().nodes, to!),
    ],
    ['OPTIONS', /\/stage\/(things|wide)\/$/, () => ({ actions: { GET: FIELDS } })],
    ['GET', /\/stage\/(things|wide)\/$/, () => ({ count: THINGS.length, next: null, results: THINGS })],
  ]
  await page.route(
    (url) => /^\/api\/v1\/(perms\/)?stage\//.test(url.pathname),
    async (route) => {
      const { pathname } = new URL(route.request().url())
      for (const [method, path, answer] of answers) {
        const found = route.request().method() === method && path.exec(pathname)
        if (found) return route.fulfill({ json: answer(route, found) ?? {} })
      }
      await route.fulfill({ status: 404, json: {} })
    },
  )
  return { nodes }
}

const FIELDS = {
  name: { type: 'string', label: 'Name', required: true, read_only: false, filter: true },
  comment: { type: 'string', label: 'Comment', required: false, read_only: false },
}
const THINGS = ['anvil', 'bell', 'candle'].map((name) => ({ id: `thing-${name}`, name, comment: `a ${name}` }))

const treeAnswer = (nodes: readonly MadeUpNode[], query: URLSearchParams): unknown[] => {
  const key = query.get('key')
  const shown = key
    ? nodes.filter((node) => parentOf(node.key) === key)
    : nodes.filter((node) => node.key.split(':').length <= 2)
  return [...shown.map((node) => asItem(node)), ...(key === '1:1' ? [ASSET] : [])]
}

const idOf = (key: string): string => `id-${key.replaceAll(':', '-')}`
const keyOf = (id: string): string => id.replaceAll('-', ':')
const parentOf = (key: string): string => key.split(':').slice(0, -1).join(':')

const asItem = ({ key, value, amount }: MadeUpNode) => ({
  id: key,
  pId: parentOf(key),
  name: `${value} (${amount})`,
  isParent: true,
  open: key === '1',
  meta: { type: 'node', node: { id: idOf(key), key, value, assets_amount: amount } },
})

const added = (nodes: MadeUpNode[], key: string) => {
  const node = { key, value: 'New node', amount: 0 }
  nodes.push(node)
  return { id: idOf(key), key, value: node.value }
}

const moved = (nodes: MadeUpNode[], ids: readonly string[], to: string): void => {
  for (const id of ids) {
    const at = nodes.findIndex(({ key }) => idOf(key) === id)
    const [node] = nodes.splice(at, 1)
    if (node) nodes.push({ ...node, key: `${keyOf(to)}:5` })
  }
}
