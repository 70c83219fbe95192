import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateKeyPair } from '../../src/platform/auth/ssh-key.ts'
import { openVisit } from '../../src/platform/auth/visits.ts'
import type { Client } from '../kit/client.ts'
import { aNode, anAdminUser, anAsset, aSystemUser } from '../kit/inventory.ts'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type Someone, type World } from '../kit/world.ts'

const PATH = 'assets/asset-users/'
const SECRETS = 'assets/asset-user-auth-infos/'

let world: World
let admin: Someone
let api: Client
beforeAll(async () => {
  world = await openWorld()
  admin = await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })
  api = admin.api
})
afterAll(() => world.close())

/** A browser of the administrator in which a second factor was shown so many seconds ago. */
const verified = async (secondsAgo: number | undefined): Promise<Client> => {
  const now = world.clock.now()
  const { cookie, visit } = await openVisit(world.server.services.database.db, {
    user: admin.id,
    seconds: 3_600,
    address: '127.0.0.1',
    userAgent: 'test',
    now,
    data: secondsAgo === undefined ? {} : { mfa_verified: now.getTime() - secondsAgo * 1_000 },
  })
  return world.anonymous({
    cookie: `sessionid=${cookie}; csrftoken=${visit.csrf}`,
    'x-csrftoken': visit.csrf,
    'sec-fetch-site': 'same-origin',
  })
}

/** The list under a query, read as pages of two and as a whole: they must agree with each other and with the count. */
const found = async (query: string): Promise<any[]> => {
  const whole = await api.get(`${PATH}?${query}`)
  expect([query, whole.status]).toEqual([query, 200])
  const pages: any[] = []
  for (let offset = 0; ; offset += 2) {
    const { body } = await api.get(`${PATH}?${query}&limit=2&offset=${offset}`)
    expect([query, body.count]).toEqual([query, whole.body.length])
    pages.push(...body.results)
    if (!body.next) break
  }
  expect(pages).toEqual(whole.body)
  return whole.body
}
const brief = (rows: any[]) => rows.map((row) => `${row.backend}:${row.username}@${row.hostname}#${row.version ?? ''}`)

describe('accounts of assets', () => {
  it('come from the book, from system users, by name of whoever logs in, and from admin users', async () => {
    const root = await anAdminUser(api)
    const node = await aNode(api)
    const asset = await anAsset(api, { hostname: 'union', nodes: [node.id], admin_user: root.id })
    const direct = await aSystemUser(api, { username: 'direct' })
    const byNode = await aSystemUser(api, { username: 'bynode' })
    const dynamic = await aSystemUser(api, { username: '', username_same_with_user: true })
    await api.post('assets/system-users-assets-relations/', [
      { systemuser: direct.id, asset: asset.id },
      { systemuser: dynamic.id, asset: asset.id },
    ])
    await api.post('assets/system-users-nodes-relations/', { systemuser: byNode.id, node: node.id })
    await api.post('assets/system-users-users-relations/', { systemuser: dynamic.id, user: admin.id })
    const made = await api.post(PATH, { asset: asset.id, username: 'stored', password: 'x' })
    expect([made.status, made.body.backend, made.body.version]).toEqual([201, 'db', 1])
    const rows = await found(`asset_id=${asset.id}`)
    expect(brief(rows).sort()).toEqual(
      [
        'admin_user:root@union#',
        'db:stored@union#1',
        'system_user:bynode@union#',
        'system_user:direct@union#',
        `system_user_dynamic:${admin.username}@union#`,
      ].sort(),
    )
    expect(rows.find((row) => row.backend === 'system_user_dynamic').id).toBe(`${dynamic.id}_${asset.id}_${admin.id}`)
    expect(rows.find((row) => row.backend === 'admin_user').id).toBe(`${root.id}_${asset.id}`)
    for (const row of rows) {
      expect((await api.get(`${PATH}${row.id}/`)).body).toEqual(row)
      expect(await found(`id=${row.id}`)).toEqual([row])
      expect(row).toMatchObject({ asset: asset.id, ip: asset.ip, org_id: DEFAULT_ORG, org_name: 'Default' })
    }
  })

  it('are narrowed by everything the contract names, and counted exactly', async () => {
    const node = await aNode(api)
    const inner = await aNode(api, node.id)
    const owner = await anAdminUser(api, { username: 'owner' })
    const user = await aSystemUser(api, { username: 'narrow' })
    const on = await anAsset(api, { hostname: 'narrow-on', ip: '10.77.0.1', nodes: [node.id], admin_user: owner.id })
    await anAsset(api, { hostname: 'narrow-in', ip: '10.77.0.2', nodes: [inner.id] })
    await api.post('assets/system-users-nodes-relations/', { systemuser: user.id, node: node.id })
    const [a, s, i] = ['admin_user:owner@narrow-on#', 'system_user:narrow@narrow-on#', 'system_user:narrow@narrow-in#']
    for (const [query, rows] of [
      [`node_id=${node.id}`, [s, a]],
      [`node_id=${node.id}&all=1`, [i, s, a]],
      [`node_id=${inner.id}`, [i]],
      [`hostname=narrow-on`, [s, a]],
      [`ip=10.77.0.2`, [i]],
      [`username=narrow`, [i, s]],
      [`username=owner`, [a]],
      [`prefer=admin_user&prefer_id=${owner.id}`, [a]],
      [`prefer=system_user&prefer_id=${user.id}`, [i, s]],
      [`prefer=system_user&prefer_id=${user.id}&latest=1`, [i, s]],
      [`search=narrow-i`, [i]],
      [`search=10.77`, [i, s, a]],
      [`search=owne`, [a]],
      [`search=narrow owne`, [a]],
      [`search=arrow-on`, []],
      [`asset_id=${on.id}&username=narrow`, [s]],
      [`prefer_id=nonsense`, []],
      [`node_id=nonsense`, []],
      [`id=nonsense`, []],
    ] as const)
      expect([query, brief(await found(query)).sort()]).toEqual([query, [...rows].sort()])
    expect((await api.get(`${PATH}?asset_id=nonsense`)).status).toBe(400)
    expect((await found('')).length).toBeGreaterThan(5)
    expect((await found('latest=1')).length).toBeGreaterThan(5)
  })

  it('are stored in versions; the latest, then the admin user, then the system user of the highest priority counts', async () => {
    const root = await anAdminUser(api, { username: 'same' })
    const asset = await anAsset(api, { hostname: 'versions', admin_user: root.id })
    const [low, high] = [
      await aSystemUser(api, { username: 'same', priority: 10 }),
      await aSystemUser(api, { username: 'same', priority: 90 }),
    ]
    const link = (user: any) =>
      api.post('assets/system-users-assets-relations/', { systemuser: user.id, asset: asset.id })
    await link(low)
    await link(high)
    const latest = async () => (await found(`asset_id=${asset.id}&latest=1`)).map((row) => row.id)
    expect(await latest()).toEqual([`${root.id}_${asset.id}`])
    await api.patch(`assets/assets/${asset.id}/`, { admin_user: null })
    expect(await latest()).toEqual([`${high.id}_${asset.id}`])
    await api.post(PATH, { asset: asset.id, username: 'same', password: 'one' })
    const two = await api.post(PATH, { asset: asset.id, username: 'same', password: 'two' })
    expect(two.body.version).toBe(2)
    expect(await latest()).toEqual([two.body.id])
    expect((await found(`asset_id=${asset.id}`)).length).toBe(4)
    const total = await found('')
    const newest = await found('latest=1')
    expect(new Set(newest.map((row) => `${row.username}@${row.asset}`)).size).toBe(newest.length)
    expect(new Set(total.map((row) => `${row.username}@${row.asset}`)).size).toBe(newest.length)
  })

  it('are changed by a further version, which keeps what a partial change does not name', async () => {
    const asset = await anAsset(api)
    const pair = generateKeyPair('')
    const made = await api.post(PATH, { asset: asset.id, username: 'v', private_key: pair.privateKey.reveal() })
    const changed = await api.patch(`${PATH}${made.body.id}/`, { password: 'new' })
    expect([changed.status, changed.body.version]).toEqual([200, 2])
    const browser = await verified(10)
    expect((await browser.get(`${SECRETS}${changed.body.id}/`)).body).toMatchObject({
      password: 'new',
      private_key: pair.privateKey.reveal(),
      public_key: pair.publicKey,
    })
    const replaced = await api.put(`${PATH}${changed.body.id}/`, { password: 'only', asset: 'ignored', username: 'w' })
    expect(replaced.body).toMatchObject({ version: 3, username: 'v' })
    expect((await browser.get(`${SECRETS}${replaced.body.id}/`)).body).toMatchObject({
      password: 'only',
      private_key: null,
    })
    const many = await api.patch(PATH, [{ id: replaced.body.id, password: 'many' }])
    expect([many.status, many.body[0].version]).toEqual([200, 4])
    expect((await api.patch(PATH, [{ id: 'x', password: 'many' }])).body).toEqual([
      { id: ['Invalid pk "x" - object does not exist.'] },
    ])
  })

  it('are refused with a reason, row by row, and then nothing is stored', async () => {
    const asset = await anAsset(api)
    const bad = await api.post(PATH, [
      { asset: asset.id, username: 'good', password: 'x' },
      { asset: asset.id, username: 'none' },
      { asset: asset.id, username: 'bad', private_key: 'x' },
      { asset: world.admin.id, username: 'a b' },
    ])
    expect([bad.status, bad.body]).toEqual([
      400,
      [
        {},
        { password: ['Password or private key required'] },
        { private_key: ['private key invalid'] },
        { username: ['Special char not allowed'] },
      ],
    ])
    expect(await found(`asset_id=${asset.id}`)).toEqual([])
    const root = await world.admin.api.post(
      PATH,
      { asset: asset.id, username: 'a', password: 'x' },
      { 'x-jms-org': ROOT_ORG },
    )
    expect([root.status, root.body.code]).toEqual([400, 'save_in_organization'])
    expect((await api.delete(`${PATH}?asset_id=${asset.id}`)).status).toBe(400)
  })

  it('are deleted as their source allows', async () => {
    const root = await anAdminUser(api)
    const node = await aNode(api)
    const asset = await anAsset(api, { admin_user: root.id, nodes: [node.id] })
    const direct = await aSystemUser(api)
    const byNode = await aSystemUser(api)
    await api.post('assets/system-users-assets-relations/', { systemuser: direct.id, asset: asset.id })
    await api.post('assets/system-users-nodes-relations/', { systemuser: byNode.id, node: node.id })
    const one = (await api.post(PATH, { asset: asset.id, username: 'd', password: 'x' })).body
    const two = (await api.post(PATH, { asset: asset.id, username: 'd', password: 'y' })).body
    const remove = async (id: string) => {
      const { status, body } = await api.delete(`${PATH}${id}/`)
      return [status, body?.error]
    }
    expect(await remove(`${root.id}_${asset.id}`)).toEqual([400, 'Could not remove asset admin user'])
    expect(await remove(two.id)).toEqual([400, 'Latest version could not be delete'])
    expect(await remove(one.id)).toEqual([204, undefined])
    expect(await remove(one.id)).toEqual([404, undefined])
    expect(await remove(`${direct.id}_${asset.id}`)).toEqual([204, undefined])
    expect(await remove(`${byNode.id}_${asset.id}`)).toEqual([400, expect.stringContaining('through a node')])
    expect((await api.get(`assets/system-users/${direct.id}/`)).body.assets_amount).toBe(0)
  })

  it('go out as a sheet without secrets and come in as one', async () => {
    const asset = await anAsset(api, { hostname: 'sheet' })
    const csv = `*Asset,*Username,Password\n${asset.id},fromsheet,pw-of-sheet\n${asset.id},second,p2\n`
    const preview = await api.post(`${PATH}render-to-json/`, csv, { 'content-type': 'text/csv' })
    expect(preview.body.data).toHaveLength(2)
    const imported = await api.post(PATH, csv, { 'content-type': 'text/csv' })
    expect([imported.status, imported.body?.length]).toEqual([201, 2])
    for (const query of ['format=csv', 'format=csv&template=update', 'format=csv&template=import']) {
      const sheet = await api.get(`${PATH}?hostname=sheet&${query}`)
      expect(sheet.text).toContain('fromsheet')
      expect(sheet.text).not.toContain('pw-of-sheet')
      expect(sheet.headers.get('content-disposition')).toContain('filename="assetuser_')
    }
    expect((await api.get(`${PATH}?format=xlsx`)).status).toBe(200)
    expect((await api.get(`${PATH}?format=pdf`)).status).toBe(404)
  })

  it('[AUSER-06] start a test of those that the query selects', async () => {
    const asset = await anAsset(api)
    await api.post(PATH, { asset: asset.id, username: 'a', password: 'x' })
    const started = await api.post(`${PATH}tasks/?asset_id=${asset.id}`, { action: 'test' })
    expect(started.status).toBe(201)
    const log = await api.get(`ops/celery/task/${started.body.task}/log/`)
    expect(log.body.data).toContain('Test whether 1 asset user can log in')
  })

  it('[AUSER-01] describe themselves, with secrets that can only be written', async () => {
    const { actions } = (await api.options(PATH)).body
    for (const name of ['id', 'asset', 'hostname', 'ip', 'username', 'version', 'date_created'])
      expect(actions.GET).toHaveProperty(name)
    expect(actions.GET).not.toHaveProperty('password')
    expect(actions.POST.private_key).toMatchObject({ write_only: true })
    expect(actions.POST.password).toMatchObject({ write_only: true })
    expect((await api.options(SECRETS)).body.actions.GET).toHaveProperty('password')
  })
})

describe('secrets of accounts', () => {
  it('[T52] [AUSER-02] [AUSER-05] are shown only to those who showed a second factor, and each time on record', async () => {
    const asset = await anAsset(api, { hostname: 'vault' })
    const made = await api.post(PATH, { asset: asset.id, username: 'kept', password: 'Sesame-42' })
    for (const client of [api, await verified(undefined), await verified(3_601)]) {
      for (const path of [SECRETS, `${SECRETS}${made.body.id}/`, `${SECRETS}?format=csv`]) {
        const refused = await client.get(path)
        expect([path, refused.status, refused.body?.code]).toEqual([path, 403, 'mfa_required'])
      }
    }
    const browser = await verified(10)
    const shown = await browser.get(`${SECRETS}${made.body.id}/`)
    expect(shown.body).toMatchObject({ hostname: 'vault', username: 'kept', password: 'Sesame-42' })
    expect((await browser.get(`${SECRETS}?hostname=vault`)).body[0].password).toBe('Sesame-42')
    expect((await browser.get(`${SECRETS}?hostname=vault&format=csv`)).text).toContain('Sesame-42')
    const views = (await api.get('audits/operate-logs/?action=view&resource=kept@vault')).body
    expect(views.map((row: any) => row.diff.purpose[1])).toEqual(['export', 'view', 'view'])
    for (const path of [PATH, `${PATH}?format=csv`, `${PATH}${made.body.id}/`, 'audits/operate-logs/'])
      expect((await api.get(path)).text).not.toContain('Sesame-42')
    expect(world.lines.join('\n')).not.toContain('Sesame-42')
  })

  it('[T17] [T18] of another organisation are not there', async () => {
    const org = await world.organisation()
    const other = await world.person({ in: { [org]: ['Admin'] }, org })
    const asset = await anAsset(api, { hostname: 'elsewhere' })
    const { body } = await api.post(PATH, { asset: asset.id, username: 'hidden', password: 'x' })
    expect((await other.api.get(`${PATH}?limit=10`)).body).toMatchObject({ count: 0, results: [] })
    expect((await other.api.get(`${PATH}?latest=1&limit=10`)).body).toMatchObject({ count: 0, results: [] })
    for (const method of ['GET', 'DELETE', 'PATCH'])
      expect([
        method,
        (await other.api.send(method, `${PATH}${body.id}/`, method === 'PATCH' ? {} : undefined)).status,
      ]).toEqual([method, 404])
    const stolen = await other.api.post(PATH, { asset: asset.id, username: 'a', password: 'x' })
    expect([stolen.status, Object.keys(stolen.body)]).toEqual([400, ['asset']])
  })
})
