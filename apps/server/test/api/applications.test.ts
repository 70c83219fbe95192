import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSheet } from '../../src/platform/sheet/index.ts'
import { makeApplication, makeAsset, makeSystemUser } from '../kit/applications.ts'
import { carries } from '../kit/gateway.ts'
import { databaseOf } from '../kit/specimen.ts'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type Someone, type World } from '../kit/world.ts'

const LIST = 'applications/applications/'
const REMOTE = { category: 'remote_app', type: 'chrome' }

describe('applications', () => {
  let world: World
  let gateway: Someone
  beforeAll(async () => {
    world = await openWorld()
    gateway = await world.person({ role: 'App', org: ROOT_ORG })
  })
  afterAll(() => world.close())

  let counter = 0
  const make = async (body: Record<string, unknown>) => {
    const name = `app ${++counter}`
    return world.admin.api.post(`${LIST}?category=${body.category}&type=${body.type}`, { name, ...body })
  }
  const stored = async (id: string) =>
    databaseOf(world).selectFrom('applications_applications').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it.each([
    ['db', 'mysql', { host: 'h', database: 'd' }, { host: 'h', port: 3306, database: 'd' }],
    ['db', 'mariadb', { host: 'h', port: '13306', database: 'd' }, { host: 'h', port: 13306, database: 'd' }],
    ['db', 'oracle', { host: 'h', database: 'd', path: 'x' }, { host: 'h', port: 1521, database: 'd' }],
    ['db', 'postgresql', { host: 'h', port: null, database: 'd' }, { host: 'h', port: 5432, database: 'd' }],
    ['cloud', 'k8s', { cluster: 'https://172.16.8.8:8443' }, { cluster: 'https://172.16.8.8:8443' }],
    [
      'remote_app',
      'chrome',
      { chrome_target: 'https://intranet', chrome_username: 'ann' },
      {
        path: 'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
        chrome_target: 'https://intranet',
        chrome_username: 'ann',
        asset_info: {},
      },
    ],
    [
      'remote_app',
      'mysql_workbench',
      { mysql_workbench_ip: '10.0.0.1', mysql_workbench_port: 3306, mysql_workbench_name: 'n' },
      {
        path: 'C:\\Program Files\\MySQL\\MySQL Workbench 8.0 CE\\MySQLWorkbench.exe',
        mysql_workbench_ip: '10.0.0.1',
        mysql_workbench_port: 3306,
        mysql_workbench_name: 'n',
        mysql_workbench_username: '',
        asset_info: {},
      },
    ],
    [
      'remote_app',
      'vmware_client',
      { vmware_target: 't', vmware_username: 'u' },
      {
        path: expect.stringMatching(/VpxClient\.exe$/),
        vmware_target: 't',
        vmware_username: 'u',
        asset_info: {},
      },
    ],
    [
      'remote_app',
      'custom',
      { path: 'C:\\a.exe', custom_cmdline: '-v', custom_target: 't', custom_username: '' },
      { path: 'C:\\a.exe', custom_cmdline: '-v', custom_target: 't', custom_username: '', asset_info: {} },
    ],
  ])('[APP-01] [APP-02] [APP-03] of %s %s hold what their type needs', async (category, type, attrs, held) => {
    const reply = await make({ category, type, attrs })
    expect([reply.status, reply.body.attrs]).toEqual([201, held])
    expect(reply.body).toMatchObject({ category, type, domain: null, org_id: DEFAULT_ORG, org_name: 'Default' })
    expect((await world.admin.api.get(`${LIST}${reply.body.id}/`)).body.attrs).toEqual(held)
    const listed = (await world.admin.api.get(`${LIST}?type=${type}`)).body
    expect(listed.find(({ id }: { id: string }) => id === reply.body.id).attrs).toEqual(held)
  })

  it('[APP-08] are of a type that belongs to their category', async () => {
    const wrong = await make({ category: 'remote_app', type: 'mysql', attrs: { host: 'h', database: 'd' } })
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { type: ['The type "MySQL" does not belong to the category "Remote app".'] },
    ])
    const made = await make({ category: 'cloud', type: 'k8s', attrs: { cluster: 'c' } })
    const moved = await world.admin.api.patch(
      `${LIST}${made.body.id}/`,
      { category: 'db' },
      { 'accept-language': 'zh' },
    )
    expect([moved.status, moved.body]).toEqual([400, { type: ['类型“Kubernetes”不属于类别“数据库”'] }])
  })

  it('are told which of their attributes are wrong', async () => {
    const bad = async (category: string, type: string, attrs: object) => (await make({ category, type, attrs })).body
    expect(await bad('db', 'mysql', { port: 65_536 })).toEqual({ attrs: { port: ['Port Error, please check'] } })
    expect(await bad('db', 'mysql', {})).toEqual({
      attrs: { host: ['This field is required.'], database: ['This field is required.'] },
    })
    expect(await bad('cloud', 'k8s', { cluster: '' })).toEqual({ attrs: { cluster: ['This field is required.'] } })
    expect(await bad('remote_app', 'custom', {})).toEqual({ attrs: { path: ['This field is required.'] } })
    expect(await bad('remote_app', 'mysql_workbench', { mysql_workbench_port: 0 })).toEqual({
      attrs: { mysql_workbench_port: ['Port Error, please check'] },
    })
    expect(await bad('remote_app', 'chrome', { chrome_target: 'x'.repeat(129) })).toEqual({
      attrs: { chrome_target: ['Ensure this field has no more than 128 characters.'] },
    })
    expect((await make({ category: 'db', type: 'mysql' })).body).toHaveProperty('attrs.host')
  })

  it.each([
    ['chrome', 'chrome_password', {}],
    ['mysql_workbench', 'mysql_workbench_password', {}],
    ['vmware_client', 'vmware_password', {}],
    ['custom', 'custom_password', { path: 'C:\\a.exe' }],
  ])('[APP-04] [APP-05] [APP-06] [APP-07] [T52] keep the password of %s to themselves', async (type, key, more) => {
    const secret = `s3cret ${type}`
    const asset = await makeAsset(world)
    await carries(world, gateway.id, { asset })
    const made = await make({ category: 'remote_app', type, attrs: { ...more, asset, [key]: secret } })
    expect(made.status).toBe(201)
    const { id } = made.body
    const { api } = world.admin
    const texts = [
      made.text,
      (await api.get(`${LIST}${id}/`)).text,
      (await api.get(`${LIST}?type=${type}`)).text,
      (await api.get(`${LIST}?format=csv&ids=${id}`)).text,
      (await api.get(`${LIST}?format=csv&template=update&ids=${id}`)).text,
      (await api.options(`${LIST}?type=${type}`)).text,
      (await api.get(`audits/operate-logs/`)).text,
      JSON.stringify(await stored(id)),
    ]
    for (const text of texts) expect(text).not.toContain('s3cret')
    expect(made.body.attrs).not.toHaveProperty(key)
    const started = async () =>
      (await gateway.api.get(`applications/remote-apps/${id}/connection-info/`)).body.parameter_remote_app.parameters
    expect(await started()).toMatch(new RegExp(`^${type} ".*" ${secret}$`))
    // What is not sent stays, and an empty password is none sent.
    for (const attrs of [{}, { [key]: '' }, { [key]: null }, undefined]) {
      expect((await api.patch(`${LIST}${id}/`, { comment: 'c', attrs })).status).toBe(200)
      expect(await started()).toContain(secret)
    }
    const whole = { name: `whole ${type}`, category: 'remote_app', type, attrs: { ...more, asset } }
    expect((await api.put(`${LIST}${id}/?type=${type}`, whole)).status).toBe(200)
    expect(await started()).toContain(secret)
    await api.patch(`${LIST}${id}/`, { attrs: { [key]: 'another' } })
    expect(await started()).toMatch(/another$/)
  })

  it('[T52] forget the password of the type they had before', async () => {
    const { body } = await make({ ...REMOTE, attrs: { chrome_password: 's3cret' } })
    await world.admin.api.patch(`${LIST}${body.id}/`, { type: 'vmware_client', attrs: { vmware_password: 'another' } })
    expect(Object.keys((await stored(body.id)).attrs)).toContain('vmware_password')
    expect(Object.keys((await stored(body.id)).attrs)).not.toContain('chrome_password')
  })

  it('merge what is sent over what they hold', async () => {
    const made = await make({ ...REMOTE, attrs: { chrome_target: 'https://a', chrome_username: 'ann' } })
    const { body } = await world.admin.api.patch(`${LIST}${made.body.id}/`, { attrs: { chrome_username: 'bob' } })
    expect(body.attrs).toMatchObject({ chrome_target: 'https://a', chrome_username: 'bob' })
    const cleared = await world.admin.api.patch(`${LIST}${made.body.id}/`, { attrs: { chrome_target: '' } })
    expect(cleared.body.attrs).toMatchObject({ chrome_target: '', chrome_username: 'bob' })
  })

  it('[T18] run on an asset of their own organisation, and show which', async () => {
    const [here, there] = [await makeAsset(world), await makeAsset(world, { org_id: await world.organisation() })]
    const made = await make({ ...REMOTE, attrs: { asset: here } })
    expect(made.body.attrs).toMatchObject({ asset: here, asset_info: { id: here, hostname: expect.any(String) } })
    const refused = await make({ ...REMOTE, attrs: { asset: there } })
    expect([refused.status, refused.body]).toEqual([
      400,
      { attrs: { asset: [`Invalid pk "${there}" - object does not exist.`] } },
    ])
    const fromRoot = await world.admin.api.patch(
      `${LIST}${made.body.id}/`,
      { attrs: { asset: there } },
      { 'x-jms-org': ROOT_ORG },
    )
    expect(fromRoot.status).toBe(400)
    // An asset that has gone is no reason to refuse another change.
    await databaseOf(world).deleteFrom('assets_assets').where('id', '=', here).execute()
    const after = await world.admin.api.patch(`${LIST}${made.body.id}/`, { attrs: { chrome_target: 'x' } })
    expect([after.status, after.body.attrs.asset_info]).toEqual([200, {}])
  })

  it('are described by the type that is asked for, or that they have', async () => {
    const { api } = world.admin
    const parts = async (path: string, action = 'POST') =>
      (await api.options(path)).body.actions[action].attrs.children as Record<string, any>
    expect(await parts(`${LIST}?type=postgresql`)).toMatchObject({
      host: { required: true, max_length: 128, label: 'Host' },
      port: { type: 'integer', default: 5432, min_value: 1, max_value: 65_535 },
      database: { required: true },
    })
    expect(Object.keys(await parts(`${LIST}?type=chrome`))).toEqual([
      'asset',
      'path',
      'chrome_target',
      'chrome_username',
      'chrome_password',
      'asset_info',
    ])
    expect((await parts(`${LIST}?type=chrome`)).chrome_password).toMatchObject({ write_only: true })
    expect(Object.keys(await parts(`${LIST}?category=remote_app`))).toEqual(['asset', 'path', 'asset_info'])
    expect(Object.keys(await parts(`${LIST}?category=cloud`))).toEqual(['cluster'])
    expect(await parts(LIST)).toEqual({})
    const made = await make({ category: 'db', type: 'oracle', attrs: { host: 'h', database: 'd' } })
    expect(await parts(`${LIST}${made.body.id}/`, 'PUT')).toMatchObject({ port: { default: 1521 } })
    expect(await parts(`${LIST}${made.body.id}/?category=db`, 'PUT')).toMatchObject({ port: { default: 1521 } })
  })

  it('tell a service account how to start a remote app, and nobody else', async () => {
    const asset = await makeAsset(world)
    const attrs = {
      asset,
      path: 'C:\\Program Files\\app.exe',
      custom_cmdline: '--full',
      custom_target: '',
      custom_username: 'ann',
      custom_password: 'pw',
    }
    const { body } = await make({ category: 'remote_app', type: 'custom', attrs })
    const path = (id: string) => `applications/remote-apps/${id}/connection-info/`
    // Its password is for the component that carries somebody to its asset.
    expect((await gateway.api.get(path(body.id))).status).toBe(403)
    await carries(world, gateway.id, { asset })
    expect((await gateway.api.get(path(body.id))).body).toEqual({
      id: body.id,
      name: body.name,
      asset,
      parameter_remote_app: {
        program: '||jmservisor',
        working_directory: '',
        parameters: 'custom "C:\\Program Files\\app.exe" --full ann pw',
      },
    })
    for (const other of [world.admin, await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })])
      expect((await other.api.get(path(body.id))).status).toBe(403)
    expect((await gateway.api.get(path(await makeApplication(world)))).status).toBe(403)
    expect((await gateway.api.get(path(asset))).status).toBe(404)
  })

  it('come out as sheets with their attributes, and go in again', async () => {
    const { api } = world.admin
    for (const format of ['csv', 'xlsx'] as const) {
      const made = await make({ category: 'db', type: 'mysql', attrs: { host: 'h', database: 'd"b' } })
      const raw = await fetch(
        new URL(`/api/v1/${LIST}?format=${format}&template=update&ids=${made.body.id}`, world.url),
        { headers: { authorization: `Token ${world.admin.token}`, 'accept-language': 'en' } },
      )
      const sheet = Buffer.from(await raw.arrayBuffer())
      const read = await readSheet(format, sheet)
      const cell = read.rows[0]!.cells[read.header.indexOf('Attributes')]!
      expect(JSON.parse(cell)).toEqual({ host: 'h', port: 3306, database: 'd"b' })
      const back = await api.put(LIST, sheet, { 'content-type': `text/${format}` })
      expect([back.status, back.body[0]?.attrs]).toEqual([200, { host: 'h', port: 3306, database: 'd"b' }])
    }
    const lines = [
      'name,category,type,attrs',
      `"sheet 1",db,mysql,"{""host"":""a"",""database"":""b""}"`,
      `"sheet 2",db,mysql,"{""host"":""a""}"`,
      `"sheet 3",cloud,mysql,"{""host"":""a"",""database"":""b""}"`,
    ]
    const refused = await api.post(LIST, lines.join('\n'), { 'content-type': 'text/csv' })
    expect([refused.status, refused.body]).toEqual([
      400,
      [
        {},
        { attrs: { database: ['This field is required.'] } },
        { type: ['The type "MySQL" does not belong to the category "Cloud".'] },
      ],
    ])
    expect((await api.get(`${LIST}?search=sheet`)).body).toEqual([])
    const good = await api.post(LIST, lines.slice(0, 2).join('\n'), { 'content-type': 'text/csv' })
    expect([good.status, good.body[0].attrs.port]).toEqual([201, 3306])
  })

  it('keep their type while a permission names them', async () => {
    const made = await make({ category: 'db', type: 'mysql', attrs: { host: 'h', database: 'd' } })
    const path = `${LIST}${made.body.id}/`
    const changed = await world.admin.api.patch(path, { type: 'mariadb', attrs: { host: 'h', database: 'd' } })
    expect([changed.status, changed.body.type_display]).toEqual([200, 'MariaDB'])
    const permission = await world.admin.api.post('perms/application-permissions/', {
      name: 'holds',
      category: 'db',
      type: 'mariadb',
      applications: [made.body.id],
      system_users: [await makeSystemUser(world, { protocol: 'mariadb' })],
    })
    expect(permission.status).toBe(201)
    const refused = await world.admin.api.patch(path, { type: 'mysql' })
    expect([refused.status, refused.body]).toEqual([
      400,
      { type: ['The type cannot be changed while a permission names the application.'] },
    ])
  })

  it('[PROD-04] are counted with their organisation, and found by name, type and category', async () => {
    const org = await world.organisation()
    const here = { 'x-jms-org': org }
    for (const [name, type] of [
      ['orders', 'mysql'],
      ['stock', 'oracle'],
    ])
      await world.admin.api.post(LIST, { name, category: 'db', type, attrs: { host: 'h', database: 'd' } }, here)
    const names = async (query: string) =>
      (await world.admin.api.get(`${LIST}?${query}`, here)).body.map(({ name }: { name: string }) => name)
    expect(await names('')).toEqual(['orders', 'stock'])
    expect(await names('type=oracle')).toEqual(['stock'])
    expect(await names('category=db&name=orders')).toEqual(['orders'])
    expect(await names('category=cloud')).toEqual([])
    expect(await names('search=ORD')).toEqual(['orders'])
    const { resource_statistics } = (await world.admin.api.get(`orgs/orgs/${org}/`)).body
    expect(resource_statistics.applications_amount).toBe(2)
  })

  it('are changed by administrators, read by service accounts, and closed to others', async () => {
    const id = await makeApplication(world)
    const orgAdmin = await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })
    const plain = await world.person()
    expect((await orgAdmin.api.patch(`${LIST}${id}/`, { comment: 'x' })).status).toBe(200)
    expect((await gateway.api.get(`${LIST}${id}/`)).status).toBe(200)
    expect((await gateway.api.patch(`${LIST}${id}/`, { comment: 'x' })).status).toBe(403)
    expect((await plain.api.get(`${LIST}${id}/`)).status).toBe(403)
    expect((await orgAdmin.api.get(`${LIST}${id}/`, { 'x-jms-org': await world.organisation() })).status).not.toBe(200)
  })
})
