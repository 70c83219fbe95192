import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateKeyPair, parsePublicKey } from '../../src/platform/auth/ssh-key.ts'
import type { Client } from '../kit/client.ts'
import { aNode, anAdminUser, anAsset } from '../kit/inventory.ts'
import { DEFAULT_ORG, openWorld, type World } from '../kit/world.ts'

const PATH = 'assets/admin-users/'

describe('admin users', () => {
  let world: World
  let api: Client
  beforeAll(async () => {
    world = await openWorld()
    api = (await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })).api
  })
  afterAll(() => world.close())

  it('have a key whose fingerprint can be read, and nothing else of it', async () => {
    const pair = generateKeyPair('')
    const made = await anAdminUser(api, { private_key: pair.privateKey.reveal() })
    expect(made.ssh_key_fingerprint).toBe(parsePublicKey(pair.publicKey)!.hashMd5)
    for (const name of ['password', 'private_key', 'public_key']) expect(made).not.toHaveProperty(name)
    expect((await api.get(PATH)).body[0]).not.toHaveProperty('ssh_key_fingerprint')
    const bad = await api.patch(`${PATH}${made.id}/`, { private_key: 'x' }, { 'accept-language': 'zh' })
    expect([bad.status, bad.body]).toEqual([400, { private_key: ['密钥不合法'] }])
    const other = generateKeyPair('')
    const changed = await api.put(`${PATH}${made.id}/auth/`, { private_key: other.privateKey.reveal() })
    expect(changed.body.ssh_key_fingerprint).toBe(parsePublicKey(other.publicKey)!.hashMd5)
    expect((await api.patch(`${PATH}${made.id}/auth/`, { password: '' })).body.ssh_key_fingerprint).toBe(
      changed.body.ssh_key_fingerprint,
    )
  })

  it('count their assets through every change', async () => {
    const [one, two] = [await anAdminUser(api), await anAdminUser(api)]
    const amounts = async () => [
      (await api.get(`${PATH}${one.id}/`)).body.assets_amount,
      (await api.get(`${PATH}${two.id}/`)).body.assets_amount,
    ]
    expect(await amounts()).toEqual([0, 0])
    const asset = await anAsset(api, { admin_user: one.id })
    await anAsset(api, { admin_user: one.id })
    expect(await amounts()).toEqual([2, 0])
    await api.patch(`assets/assets/${asset.id}/`, { admin_user: two.id })
    expect(await amounts()).toEqual([1, 1])
    await api.patch(`assets/assets/${asset.id}/`, { comment: 'the same' })
    await api.patch(`assets/assets/${asset.id}/`, { admin_user: null })
    expect(await amounts()).toEqual([1, 0])
    const [row] = (await api.get(`${PATH}${one.id}/assets/`)).body
    expect(row).toEqual({
      id: expect.any(String),
      hostname: expect.any(String),
      ip: expect.any(String),
      port: 22,
      connectivity: { status: 2, datetime: expect.any(String) },
    })
    await api.delete(`assets/assets/${row.id}/`)
    expect(await amounts()).toEqual([0, 0])
  })

  it('in use are not deleted, one by one or several at once, and nothing is lost', async () => {
    const [used, free] = [await anAdminUser(api), await anAdminUser(api)]
    const asset = await anAsset(api, { admin_user: used.id })
    const single = await api.delete(`${PATH}${used.id}/`)
    expect([single.status, single.body]).toEqual([400, { msg: 'Deleted failed, There are related assets' }])
    const several = await api.delete(`${PATH}?ids=${used.id},${free.id}`)
    expect([several.status, several.body.code]).toEqual([400, 'referenced_by_others'])
    expect((await api.get(`${PATH}?ids=${used.id},${free.id}`)).body).toHaveLength(2)
    expect((await api.get(`assets/assets/${asset.id}/`)).body.admin_user).toBe(used.id)
    expect((await api.delete(`${PATH}${free.id}/`)).status).toBe(204)
  })

  it('are set on every asset below nodes, as one deed', async () => {
    const user = await anAdminUser(api)
    const top = await aNode(api)
    const inner = await aNode(api, top.id)
    const assets = [await anAsset(api, { nodes: [top.id] }), await anAsset(api, { nodes: [inner.id] })]
    const outside = await anAsset(api)
    const reply = await api.put(`${PATH}${user.id}/nodes/`, { nodes: [top.id] })
    expect([reply.status, reply.body]).toEqual([200, { msg: 'ok' }])
    for (const { id } of assets) expect((await api.get(`assets/assets/${id}/`)).body.admin_user).toBe(user.id)
    expect((await api.get(`assets/assets/${outside.id}/`)).body.admin_user).toBeNull()
    expect((await api.get(`${PATH}${user.id}/`)).body.assets_amount).toBe(2)
    const deeds = (
      await api.get(`audits/operate-logs/?action=update&resource=${encodeURIComponent(`${user.name}(root)`)}`)
    ).body
    expect(deeds).toHaveLength(1)
    expect(deeds[0].diff).toEqual({ nodes: [null, [top.full_value]], assets_changed: [null, 2] })
    const bad = await api.put(`${PATH}${user.id}/nodes/`, { nodes: [user.id] })
    expect([bad.status, Object.keys(bad.body.error)]).toEqual([400, ['nodes']])
  })

  it('start a test of their assets', async () => {
    const user = await anAdminUser(api)
    const started = await api.get(`${PATH}${user.id}/connective/`)
    expect([started.status, started.body]).toEqual([200, { task: expect.any(String) }])
    const log = await api.get(`ops/celery/task/${started.body.task}/log/`)
    expect(log.body.data).toContain(`Test with admin user ${user.name}(root) whether 0 assets can be reached`)
  })

  it('[T17] [T18] of another organisation are not there', async () => {
    const org = await world.organisation()
    const other = await world.person({ in: { [org]: ['Admin'] }, org })
    const user = await anAdminUser(api)
    const root = (await other.api.get('assets/nodes/')).body[0]
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', 'auth/', {}],
      ['PUT', 'nodes/', { nodes: [root.id] }],
      ['GET', 'connective/'],
      ['GET', 'assets/'],
    ] as const)
      expect([path, (await other.api.send(method, `${PATH}${user.id}/${path}`, body)).status]).toEqual([path, 404])
  })
})
