// The inventory at 10,000 and at 1,000,000 assets, over HTTP: what one costs against the other, in one run.
// `npm run bench -- inventory [--assets 1000000] [--only reading|moving|importing|exporting]`

import { request } from 'node:http'
import { type Grown, grow, grownBefore, SCALE, type Size } from '@drawbridge/server/commands/scale'
import { median, ms, openStage, timed } from './stage.ts'

const asked = Number(process.argv[process.argv.indexOf('--assets') + 1]) || SCALE.assets
const small: Size = { assets: 10_000, nodes: 200, users: 100, rules: 200 }
const large: Size = { ...SCALE, assets: asked, nodes: Math.max(200, Math.round((SCALE.nodes * asked) / SCALE.assets)) }

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined
const parts = { reading, moving, importing, exporting }

const stage = await openStage()
const { db } = stage.server.services.database

interface Place extends Grown {
  readonly size: Size
  readonly root: string
  readonly host: string
  readonly leaf: string
}

const build = async (name: string, size: Size): Promise<Place> => {
  const since = performance.now()
  const grown =
    (await grownBefore(name, db)) ?? (await grow(size, name, db, (line) => console.error(`${name}: ${line}`)))
  console.log(
    `${name}: ${size.assets.toLocaleString('en')} assets, ${size.nodes.toLocaleString('en')} nodes, ${size.users.toLocaleString('en')} users, ${size.rules.toLocaleString('en')} rules in ${Math.round((performance.now() - since) / 1000)} s`,
  )
  const one = async (query: string): Promise<string> => (await stage.bare.query(query, [grown.org])).rows[0]!.id
  return {
    ...grown,
    size,
    root: await one('select id from assets_nodes where org_id = $1 and parent is null'),
    leaf: await one(
      'select id from assets_nodes where org_id = $1 and array_length(path, 1) >= 4 order by key limit 1',
    ),
    host: await one(
      "select id from assets_assets where org_id = $1 and protocols ? 'ssh/22' order by hostname limit 1 offset 500",
    ),
  }
}

const assets = '/api/v1/assets/assets/'
const nodes = '/api/v1/assets/nodes/'
const perms = '/api/v1/perms/'

const cases: Record<string, (place: Place) => string> = {
  'list of all': () => `${assets}?limit=15`,
  'list of a node, this node': ({ leaf }) => `${assets}?node_id=${leaf}&show_current_asset=1&limit=15`,
  'list of a node, all below (1/20 of everything)': ({ busy }) => `${assets}?node_id=${busy}&limit=15`,
  // The smaller node has five hundred assets: a page beyond them would be compared with an empty one.
  'the same, page 30': ({ busy }) => `${assets}?node_id=${busy}&limit=15&offset=435`,
  'search by name': ({ size }) => `${assets}?limit=15&search=${size.assets / 2}`,
  'search below a node': ({ busy, size }) => `${assets}?node_id=${busy}&limit=15&search=${size.assets / 2}`,
  'tree, first level': () => `${nodes}children/tree/?assets=0`,
  'tree, a level below': ({ busy }) => `${nodes}children/tree/?assets=0&id=${busy}`,
  'tree search': ({ size }) => `${nodes}?limit=15&search=-${size.nodes - 3}`,
  'granted tree, first level (1/4 granted)': ({ rich }) => `${perms}users/${rich}/nodes/children/tree/`,
  'granted tree, a level below': ({ rich, root }) => `${perms}users/${rich}/nodes/children/tree/?id=${root}`,
  'granted assets, page 1': ({ rich }) => `${perms}users/${rich}/assets/?limit=15`,
  'granted assets, search': ({ rich, size }) => `${perms}users/${rich}/assets/?limit=15&search=${size.assets / 2}`,
  'system users on an asset': ({ rich, host }) => `${perms}users/${rich}/assets/${host}/system-users/`,
  why: ({ rich, host }) => `${perms}asset-permissions/why/?user_id=${rich}&asset_id=${host}`,
  'who reaches an asset': ({ host }) => `${perms}asset-permissions/visitors/?asset_id=${host}&limit=15`,
}

const p95 = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)]!
const inOrg = (path: string, { org }: Place): string => `${path}${path.includes('?') ? '&' : '?'}oid=${org}`

try {
  const little = await build('Small', small)
  const big = await build('Large', large)
  await stage.bare.query('vacuum analyze')
  for (const [name, part] of Object.entries(parts)) if (!only || only === name) await part(little, big)
} finally {
  await stage.close()
}

async function reading(little: Place, big: Place): Promise<void> {
  console.log(`\n${'over HTTP'.padEnd(50)}   small median    large median       large p95   ratio`)
  for (const [name, path] of Object.entries(cases)) {
    const [a, b]: [number[], number[]] = [[], []]
    for (let i = 0; i < 45; i++) {
      const first = await timed(() => stage.read(inOrg(path(little), little)))
      const second = await timed(() => stage.read(inOrg(path(big), big)))
      if (i >= 5) {
        a.push(first)
        b.push(second)
      }
    }
    console.log(
      `${name.padEnd(50)}${ms(median(a)).padStart(15)}${ms(median(b)).padStart(16)}${ms(p95(b)).padStart(16)}${(median(b) / median(a)).toFixed(2).padStart(8)}`,
    )
  }
}

/** There and back again: a node with a twentieth of everything below it. */
async function moving(_: Place, place: Place): Promise<void> {
  const { rows } = await stage.bare.query(
    'select n.parent, (select id from assets_nodes o where o.org_id = $1 and array_length(o.path, 1) = 2 and not o.id = any(n.path) order by key desc limit 1) as other, assets_below(n.id) as below from assets_nodes n where n.id = $2',
    [place.org, place.busy],
  )
  const times: number[] = []
  for (let i = 0; i < 46; i++) {
    const target = i % 2 === 0 ? rows[0].other : rows[0].parent
    const took = await timed(() =>
      send(
        'PUT',
        inOrg(`${nodes}${target}/children/add/`, place),
        JSON.stringify({ nodes: [place.busy] }),
        'application/json',
      ),
    )
    // The first ones warm the server up, as with the reading.
    if (i >= 6) times.push(took)
  }
  console.log(
    `moving a node with ${Number(rows[0].below).toLocaleString('en')} assets below: median ${ms(median(times))}, p95 ${ms(p95(times))}`,
  )
}

/** A sheet of 100,000 assets; meanwhile somebody else turns pages. */
async function importing(_: Place, place: Place): Promise<void> {
  const lines = Array.from({ length: 100_000 }, (_, i) => `imp-${i},10.200.${(i >> 8) & 255}.${i & 255},Linux`)
  const sheet = `hostname*,ip*,platform*\n${lines.join('\n')}\n`
  const turning: number[] = []
  let done = false
  const others = (async () => {
    while (!done)
      turning.push(
        await timed(() => stage.read(inOrg(cases['list of a node, all below (1/20 of everything)']!(place), place))),
      )
  })()
  const took = await timed(async () => {
    const { status, body } = await send('POST', inOrg(assets, place), sheet, 'text/csv')
    if (status !== 201) throw new Error(`import: ${status} ${body.slice(0, 300)}`)
  })
  done = true
  await others
  await stage.bare.query("delete from assets_assets where org_id = $1 and hostname like 'imp-%'", [place.org])
  console.log(
    `importing 100,000 assets: ${(took / 1000).toFixed(1)} s; pages of others meanwhile: median ${ms(median(turning))}, p95 ${ms(p95(turning))}, longest ${ms(Math.max(...turning))}`,
  )
}

async function exporting(_: Place, place: Place): Promise<void> {
  let bytes = 0
  const before = process.memoryUsage().rss
  let most = before
  const took = await timed(async () => {
    const reply = await stage.get(inOrg(`${assets}?format=csv`, place))
    for await (const part of reply.body!) {
      bytes += part.length
      most = Math.max(most, process.memoryUsage().rss)
    }
  })
  console.log(
    `exporting everything: ${(took / 1000).toFixed(1)} s, ${Math.round(bytes / 1e6)} MB, ${Math.round(before / 1e6)} MB of memory before, at most ${Math.round(most / 1e6)} MB`,
  )
}

function send(method: string, path: string, body: string, type: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const asking = request(
      new URL(path, stage.server.url),
      { method, headers: { ...stage.headers, 'content-type': type, 'content-length': Buffer.byteLength(body) } },
      (reply) => {
        let text = ''
        reply.setEncoding('utf8')
        reply.on('data', (part) => {
          text += part
        })
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body: text }))
      },
    )
    asking.once('error', reject)
    asking.end(body)
  })
}
