import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../kit/client.ts'
import { openWorld, type Someone, type World } from '../kit/world.ts'

let world: World
let org: string
let boss: Someone
let api: Client
let ann: Someone
let bob: Someone
let root: string
let web: string
let low: string
let hosts: string[]
let accounts: { ssh: string; rdp: string }

const RULES = 'perms/asset-permissions/'
const DAY = 86_400_000

const made = async (path: string, body: unknown): Promise<string> => {
  const reply = await api.post(path, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id
}
let n = 0
const rule = (body: Record<string, unknown> = {}) =>
  made(RULES, { name: `rule ${++n}`, users: [ann.id], nodes: [web], system_users: [accounts.ssh], ...body })

beforeAll(async () => {
  world = await openWorld()
  org = await world.organisation('Bridge')
  boss = await world.person({ in: { [org]: ['Admin'] }, org })
  ann = await world.person({ name: 'Ann', in: { [org]: ['User'] }, org })
  bob = await world.person({ name: 'Bob', in: { [org]: ['User'] }, org })
  api = boss.api
  root = (await api.get('assets/nodes/children/tree/')).body[0].meta.node.id
  web = await made(`assets/nodes/${root}/children/`, { value: 'web' })
  low = await made(`assets/nodes/${web}/children/`, { value: 'low' })
  hosts = []
  for (const [i, nodes] of [[low], [low, web], [web], [root]].entries())
    hosts.push(await made('assets/assets/', { hostname: `h${i}`, ip: `10.0.0.${i}`, platform: 'Linux', nodes }))
  accounts = {
    ssh: await made('assets/system-users/', {
      name: 'ops',
      username: 'ops',
      protocol: 'ssh',
      password: 'Secret-of-ops-1',
    }),
    rdp: await made('assets/system-users/', {
      name: 'win',
      username: 'win',
      protocol: 'rdp',
      password: 'Secret-of-win-1',
    }),
  }
})
afterAll(() => world.close())

const removeAll = async () => {
  const rules = (await api.get(`${RULES}?fields=id`)).body as { id: string }[]
  for (const { id } of rules) await api.delete(`${RULES}${id}/`)
}

describe('asset permissions', () => {
  it('[PERM-01] [PERM-02] [PROD-11] hold who, what, as whom and until when; actions are names for bits', async () => {
    const id = await rule({ actions: ['connect', 'updownload', 'nonsense'], assets: [hosts[3]] })
    expect((await api.get(`${RULES}${id}/`)).body).toMatchObject({
      users: [ann.id],
      nodes: [web],
      assets: [hosts[3]],
      system_users: [accounts.ssh],
      actions: ['connect', 'upload_file', 'download_file', 'updownload'],
      is_active: true,
      is_valid: true,
      is_expired: false,
      users_amount: 1,
      nodes_amount: 1,
      assets_amount: 1,
      system_users_amount: 1,
      org_name: 'Bridge',
    })
    expect((await api.patch(`${RULES}${id}/`, { is_active: false })).body).toMatchObject({
      is_valid: false,
      is_expired: false,
    })
    await removeAll()
  })

  it('are refused without an account, backwards in time, or with strangers', async () => {
    const elsewhere = await world.organisation('Elsewhere')
    const stranger = await world.person({ in: { [elsewhere]: ['User'] } })
    const bad = async (body: unknown) =>
      (await api.post(RULES, { name: 'bad', users: [ann.id], ...(body as object) })).body
    expect(await bad({})).toEqual({ system_users: ['This field is required.'] })
    expect(await bad({ system_users: [] })).toEqual({ system_users: ['This list may not be empty.'] })
    expect(
      await bad({
        system_users: [accounts.ssh],
        date_start: '2030-01-01 00:00:00',
        date_expired: '2029-01-01 00:00:00',
      }),
    ).toEqual({ date_expired: ['The expiry date must be later than the start date'] })
    expect(await bad({ system_users: [accounts.ssh], users: [stranger.id] })).toEqual({
      users: [`Invalid pk "${stranger.id}" - object does not exist.`],
    })
    expect((await api.get(`${RULES}?limit=1`)).body.count).toBe(0)
  })

  it('[T18] [T19] name nothing of another organisation, on no way', async () => {
    const other = await world.organisation('Other')
    const chief = await world.person({ in: { [other]: ['Admin'] }, org: other })
    const id = await rule()
    expect((await chief.api.get(`${RULES}${id}/`)).status).toBe(404)
    expect((await chief.api.post(RULES, { name: 'x', nodes: [web], system_users: [accounts.ssh] })).body).toMatchObject(
      {
        nodes: [expect.any(String)],
        system_users: [expect.any(String)],
      },
    )
    for (const [end, value] of Object.entries({
      users: { user: chief.id },
      nodes: { node: web },
      assets: { asset: hosts[0] },
    }))
      expect(
        (await chief.api.post(`perms/asset-permissions-${end}-relations/`, [{ assetpermission: id, ...value }])).status,
      ).toBe(400)
    expect((await chief.api.get(`perms/asset-permissions-users-relations/?assetpermission=${id}`)).body).toEqual([])
    expect((await chief.api.get(`perms/users/${ann.id}/assets/`)).status).toBe(404)
    expect((await chief.api.get(`${RULES}why/?user_id=${ann.id}&asset_id=${hosts[0]}`)).status).toBe(404)
    await removeAll()
  })

  it('are found by whom and what they concern, with what they inherit or without', async () => {
    const group = await made('users/groups/', { name: 'ops', users: [bob.id] })
    const [direct, byGroup] = [
      await rule(),
      await rule({ users: [], user_groups: [group], nodes: [], assets: [hosts[3]] }),
    ]
    const found = async (query: string) =>
      ((await api.get(`${RULES}?${query}&fields=id`)).body as { id: string }[]).map(({ id }) => id).sort()
    expect(await found(`username=${bob.username}`)).toEqual([byGroup])
    expect(await found(`username=${bob.username}&all=0`)).toEqual([])
    expect(await found(`user_id=${ann.id}`)).toEqual([direct])
    expect(await found(`asset_id=${hosts[0]}`)).toEqual([direct])
    expect(await found(`asset_id=${hosts[0]}&all=0`)).toEqual([])
    expect(await found(`hostname=h3`)).toEqual([byGroup])
    expect(await found(`node_id=${low}`)).toEqual([direct])
    expect(await found(`node_id=${low}&all=0`)).toEqual([])
    expect(await found('system_user=ops')).toEqual([direct, byGroup].sort())
    expect(await found('user_group=ops')).toEqual([byGroup])
    await api.patch(`${RULES}${direct}/`, { actions: [] })
    expect([await found('is_effective=1'), await found('is_effective=0')]).toEqual([[byGroup], [direct]])
    expect(await found('is_valid=1')).toEqual([direct, byGroup].sort())
    await removeAll()
    await api.delete(`users/groups/${group}/`)
  })

  it('links are added and removed one by one; the last account stays', async () => {
    const id = await rule()
    const users = 'perms/asset-permissions-users-relations/'
    const added = await api.post(users, [{ assetpermission: id, user: bob.id }])
    expect(added).toMatchObject({ status: 201, body: [{ user_display: `Bob(${bob.username})` }] })
    expect((await api.get(`${RULES}${id}/users/all/?limit=10`)).body).toMatchObject({
      count: 2,
      results: [{ user: ann.id, user_display: `Ann(${ann.username})` }, { user: bob.id }],
    })
    expect((await api.delete(`${users}?assetpermission=${id}&user=${bob.id}`)).status).toBe(204)
    expect((await api.get(`${RULES}${id}/assets/all/?limit=10`)).body).toMatchObject({
      count: 3,
      results: [{ asset: hosts[0], asset_display: 'h0(10.0.0.0)' }, { asset: hosts[1] }, { asset: hosts[2] }],
    })
    expect((await api.get(`${RULES}${id}/assets/all/?limit=10&search=h2`)).body.count).toBe(1)
    const accountsOf = 'perms/asset-permissions-system-users-relations/'
    expect((await api.delete(`${accountsOf}?assetpermission=${id}&systemuser=${accounts.ssh}`)).body).toMatchObject({
      detail: "The last one can't be delete",
    })
    await removeAll()
  })

  it('end with a membership', async () => {
    const guest = await world.person({ name: 'Guest', in: { [org]: ['User'] }, org })
    const id = await rule({ users: [guest.id, ann.id] })
    expect((await guest.api.get('perms/users/assets/?limit=10')).body.count).toBe(3)
    expect((await api.post(`users/users/${guest.id}/remove/`)).status).toBe(204)
    expect((await api.get(`${RULES}${id}/`)).body.users).toEqual([ann.id])
    expect((await guest.api.get('perms/users/assets/?limit=10')).body.count).toBe(0)
    await removeAll()
  })
})

describe('what a user is granted', () => {
  beforeAll(async () => {
    await rule({ users: [ann.id], nodes: [low], assets: [hosts[3]] })
  })
  afterAll(removeAll)

  it('is listed for themselves and for administrators, below any node', async () => {
    const names = async (client: Client, path: string) =>
      ((await client.get(`perms/users/${path}`)).body.results as { hostname: string }[]).map(({ hostname }) => hostname)
    expect(await names(ann.api, 'assets/?limit=10')).toEqual(['h0', 'h1', 'h3'])
    expect(await names(api, `${ann.id}/assets/?limit=10`)).toEqual(['h0', 'h1', 'h3'])
    expect(await names(ann.api, `nodes/${web}/assets/?limit=10`)).toEqual(['h0', 'h1'])
    expect(await names(ann.api, 'assets/?limit=10&search=h1')).toEqual(['h1'])
    expect(await names(bob.api, 'assets/?limit=10')).toEqual([])
    const [first] = (await ann.api.get('perms/users/assets/?limit=1')).body.results
    expect(first).toMatchObject({ platform: 'Linux', protocols: ['ssh/22'], is_active: true, org_name: 'Bridge' })
  })

  it('is a tree of the granted nodes and the way to them, with the numbers of what is granted', async () => {
    const level = async (query = '') =>
      (await ann.api.get(`perms/users/nodes/children/tree/${query}`)).body as {
        name: string
        meta: { node: { id: string } }
      }[]
    expect((await level()).map(({ name }) => name)).toEqual(['Favorite (0)', 'Bridge (3)'])
    const { body } = await ann.api.get('perms/users/nodes/children/tree/')
    expect((await level(`?key=${body[1].id}`)).map(({ name }) => name)).toEqual(['web (2)'])
    const [deep] = await level(`?id=${web}`)
    expect(deep).toMatchObject({ name: 'low (2)', meta: { node: { id: low } } })
    const withAssets = (await ann.api.get(`perms/users/nodes/children-with-assets/tree/?id=${low}`)).body
    expect(withAssets.map(({ name }: { name: string }) => name)).toEqual(['h0', 'h1'])
    expect((await level('?rebuild_tree=1&cache_policy=2')).length).toBe(2)
  })

  it('has favourites first, as far as they are granted', async () => {
    for (const asset of [hosts[0], hosts[2]]) await ann.api.post('assets/favorite-assets/', { asset })
    expect((await ann.api.get('perms/users/nodes/favorite/assets/?limit=10')).body).toMatchObject({
      count: 1,
      results: [{ hostname: 'h0' }],
    })
    expect((await ann.api.get('perms/users/nodes/children/tree/')).body[0]).toMatchObject({ name: 'Favorite (1)' })
  })

  it('is only what the accounts of the rules speak; an inactive asset leads nowhere', async () => {
    await rule({
      users: [ann.id],
      nodes: [low],
      system_users: [accounts.rdp, accounts.ssh],
      actions: ['clipboard_copy'],
    })
    const ways = (await ann.api.get(`perms/users/assets/${hosts[0]}/system-users/`)).body
    expect(ways).toMatchObject([{ name: 'ops', protocol: 'ssh' }])
    expect(ways[0].actions).toContain('all')
    await api.patch(`assets/assets/${hosts[0]}/`, { is_active: false })
    expect((await ann.api.get(`perms/users/assets/${hosts[0]}/system-users/`)).status).toBe(404)
    await api.patch(`assets/assets/${hosts[0]}/`, { is_active: true })
    expect((await bob.api.get(`perms/users/assets/${hosts[0]}/system-users/`)).body).toEqual([])
    expect((await bob.api.get(`perms/users/${ann.id}/assets/`)).status).toBe(403)
  })

  it('is checked for the terminal at the moment it is asked', async () => {
    const app = await world.person({ role: 'App', org })
    const asks = (action: string, user = ann.id) =>
      app.api.get(
        `${RULES}user/validate/?user_id=${user}&asset_id=${hosts[0]}&system_user_id=${accounts.ssh}&action_name=${action}`,
      )
    expect(await asks('connect')).toMatchObject({ status: 200, body: { msg: true } })
    expect(await asks('connect', bob.id)).toMatchObject({ status: 403, body: { msg: false } })
    expect((await asks('nonsense')).status).toBe(403)
    const rules = (await api.get(`${RULES}?fields=id`)).body as { id: string }[]
    for (const { id } of rules)
      await api.patch(`${RULES}${id}/`, {
        date_expired: new Date(Date.now() - 1_000).toISOString(),
        date_start: new Date(Date.now() - DAY).toISOString(),
      })
    expect((await asks('connect')).status).toBe(403)
    for (const { id } of rules)
      await api.patch(`${RULES}${id}/`, { date_expired: new Date(Date.now() + DAY).toISOString() })
    expect((await asks('connect')).status).toBe(200)
  })

  it('a group has what its rules give, as long as they hold', async () => {
    const group = await made('users/groups/', { name: 'readers', users: [bob.id] })
    const id = await rule({ users: [], user_groups: [group], nodes: [web] })
    expect((await api.get(`perms/user-groups/${group}/assets/?limit=10`)).body.count).toBe(3)
    expect((await api.get(`perms/user-groups/${group}/nodes/children/tree/`)).body).toMatchObject([
      { name: 'Bridge (3)' },
    ])
    expect((await bob.api.get('perms/users/assets/?limit=10')).body.count).toBe(3)
    await api.patch(`${RULES}${id}/`, { is_active: false })
    expect((await api.get(`perms/user-groups/${group}/assets/?limit=10`)).body.count).toBe(0)
    expect((await bob.api.get('perms/users/assets/?limit=10')).body.count).toBe(0)
  })
})

describe('a rule is explained', () => {
  afterAll(removeAll)

  it('why somebody reaches an asset, or what is in the way, in words', async () => {
    const id = await rule({ name: 'web ops', users: [ann.id], nodes: [web] })
    const why = async (user: string, asset: string, lang = 'en') =>
      (await api.get(`${RULES}why/?user_id=${user}&asset_id=${asset}`, { 'accept-language': lang })).body
    expect(await why(ann.id, hosts[0]!)).toMatchObject({
      granted: true,
      obstacles: [],
      system_users: [{ name: 'ops' }],
      reasons: [
        {
          rule: { id, name: 'web ops' },
          state: 'grants',
          nodes: ['/Bridge/web'],
          text: 'The rule "web ops" names the user and covers the node /Bridge/web: it grants a login as ops',
        },
      ],
    })
    expect(await why(bob.id, hosts[0]!)).toMatchObject({ granted: false, reasons: [], obstacles: [] })
    await api.patch(`${RULES}${id}/`, { is_active: false })
    expect((await why(ann.id, hosts[0]!, 'zh')).reasons[0].text).toContain('未激活')
    await api.patch(`${RULES}${id}/`, { is_active: true })
    await api.patch(`assets/assets/${hosts[0]}/`, { is_active: false })
    expect(await why(ann.id, hosts[0]!)).toMatchObject({ granted: false, obstacles: ['The asset is not active'] })
    await api.patch(`assets/assets/${hosts[0]}/`, { is_active: true })
    expect((await api.get(`${RULES}visitors/?asset_id=${hosts[0]}&limit=10`)).body).toMatchObject({
      count: 1,
      results: [{ name: 'Ann', system_users: ['ops'], rules: [{ name: 'web ops' }] }],
    })
  })

  it('who reaches an asset is told page by page: the next one has the same question, and beyond the last they are still counted', async () => {
    const id = await rule({ users: [ann.id, bob.id], nodes: [], assets: [hosts[3]] })
    const page = async (query: string) => (await api.get(`${RULES}visitors/?asset_id=${hosts[3]}&${query}`)).body
    const first = await page('limit=1&search=%20')
    expect(first).toMatchObject({ count: 2, previous: null, results: [{ name: 'Ann' }] })
    expect(Object.fromEntries(new URL(first.next).searchParams)).toEqual({
      asset_id: hosts[3],
      limit: '1',
      offset: '1',
      search: ' ',
    })
    expect(await page('limit=1&offset=7')).toMatchObject({ count: 2, next: null, results: [] })
    expect(await page('search=bo')).toMatchObject({ count: 1, results: [{ name: 'Bob' }] })
    await api.delete(`${RULES}${id}/`)
  })

  it('[T26] to administrators only', async () => {
    for (const path of [`why/?user_id=${ann.id}&asset_id=${hosts[0]}`, `visitors/?asset_id=${hosts[0]}`, ''])
      expect((await ann.api.get(`${RULES}${path}`)).status).toBe(403)
  })

  it('what it would change is told before it is saved, and saves nothing', async () => {
    const [{ id }] = (await api.get(`${RULES}?fields=id`)).body
    const before = (await api.get(`${RULES}${id}/`)).body
    const more = await api.post(`${RULES}preview/?id=${id}`, { users: [ann.id, bob.id], nodes: [low] })
    expect(more.body).toMatchObject({
      users_amount: 2,
      gained_amount: 2,
      lost_amount: 1,
      exact: true,
      changes: [
        { user: { name: 'Ann' }, gained: 0, lost: 1, lost_names: ['h2(10.0.0.2)'] },
        { user: { name: 'Bob' }, gained: 2, lost: 0, gained_names: ['h0(10.0.0.0)', 'h1(10.0.0.1)'] },
      ],
    })
    const fresh = await api.post(`${RULES}preview/`, {
      users: [bob.id],
      assets: [hosts[3]],
      system_users: [accounts.ssh],
    })
    expect(fresh.body).toMatchObject({ gained_amount: 1, lost_amount: 0 })
    const nobody = await api.post(`${RULES}preview/`, { assets: [hosts[3]], system_users: [accounts.ssh] })
    expect(nobody.body).toMatchObject({ users_amount: 0, gained_amount: 0 })
    expect((await api.post(`${RULES}preview/`, { users: [org], system_users: [accounts.ssh] })).status).toBe(400)
    expect((await api.get(`${RULES}${id}/`)).body).toEqual(before)
  })
})
