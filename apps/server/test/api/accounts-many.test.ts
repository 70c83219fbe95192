import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../kit/client.ts'
import { dose } from '../kit/dose.ts'
import { anAdminUser, aSystemUser } from '../kit/inventory.ts'
import { databaseOf } from '../kit/specimen.ts'
import { DEFAULT_ORG, openWorld, type World } from '../kit/world.ts'

const MANY = dose(12_000, 6_000)
const PATH = 'assets/asset-users/'

let world: World
let api: Client
beforeAll(async () => {
  world = await openWorld()
  api = (await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })).api
  const db = databaseOf(world)
  const root = await anAdminUser(api)
  await sql`
    insert into assets_assets (id, org_id, hostname, ip, platform, admin_user)
    select gen_random_uuid(), ${DEFAULT_ORG}, 'h' || lpad(n::text, 6, '0'), '10.0.0.1', 'Linux', ${root.id}
    from generate_series(1, ${MANY}) n
  `.execute(db)
  await sql`
    insert into assets_assets_nodes_relations (asset, node)
    select a.id, n.id from assets_assets a, assets_nodes n where n.org_id = ${DEFAULT_ORG} and n.parent is null
  `.execute(db)
  const node = (await api.get('assets/nodes/')).body[0].id
  // Two of one name, so that only the stronger counts as the latest.
  for (const priority of [10, 90]) {
    const user = await aSystemUser(api, { username: 'www', priority })
    await api.post('assets/system-users-nodes-relations/', { systemuser: user.id, node })
  }
  await sql`
    insert into assets_accounts (id, org_id, asset, username, password)
    select gen_random_uuid(), ${DEFAULT_ORG}, id, case when hostname like '%5' then 'root' else 'www' end, 'x'
    from assets_assets where hostname like '%5' or hostname like '%7'
  `.execute(db)
})
afterAll(() => world.close())

it('many accounts are counted exactly and read in order, near and far, all and the latest', async () => {
  const stored = MANY / 5
  for (const [query, count, each] of [
    ['', MANY * 3 + stored, undefined],
    ['latest=1', MANY * 2, 2],
  ] as const) {
    for (const offset of [0, 1, 9_999, count - 5, count]) {
      const { body } = await api.get(`${PATH}?${query}&limit=10&offset=${offset}`)
      expect([query, offset, body.count, body.results.length]).toEqual([
        query,
        offset,
        count,
        Math.min(10, count - offset),
      ])
      const names = body.results.map((row: any) => row.hostname)
      expect(names).toEqual([...names].sort())
      if (each && names.length > 0) expect(names[0]).toBe(`h${String(Math.floor(offset / each) + 1).padStart(6, '0')}`)
    }
    const neighbours = await api.get(`${PATH}?${query}&limit=20&offset=4990`)
    const [before, after] = [
      await api.get(`${PATH}?${query}&limit=10&offset=4990`),
      await api.get(`${PATH}?${query}&limit=10&offset=5000`),
    ]
    expect([...before.body.results, ...after.body.results]).toEqual(neighbours.body.results)
  }
  const sheet = (await api.get(`${PATH}?format=csv&latest=1`)).text.trim().split('\n')
  expect([sheet.length - 1, new Set(sheet).size]).toEqual([MANY * 2, sheet.length])
})

it('one account of an asset counts for each name: the book, then the admin user, then the stronger system user', async () => {
  for (const [hostname, sources] of [
    ['h000001', ['admin_user', 'system_user']],
    ['h000005', ['db', 'system_user']],
    ['h000007', ['admin_user', 'db']],
  ] as const) {
    const { body } = await api.get(`${PATH}?hostname=${hostname}&latest=1`)
    expect(body.map((row: any) => row.backend).sort()).toEqual([...sources].sort())
  }
})
