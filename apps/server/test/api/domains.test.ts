import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateKeyPair } from '../../src/platform/auth/ssh-key.ts'
import type { Client } from '../kit/client.ts'
import { carries } from '../kit/gateway.ts'
import { anAsset } from '../kit/inventory.ts'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type Someone, type World } from '../kit/world.ts'

let world: World
let api: Client
let component: Someone
beforeAll(async () => {
  world = await openWorld()
  api = (await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })).api
  component = await world.person({ role: 'App', org: ROOT_ORG })
})
afterAll(() => world.close())

let counter = 0
const aDomain = async (more: Record<string, unknown> = {}) =>
  (await api.post('assets/domains/', { name: `domain ${++counter}`, ...more })).body
const aGateway = async (domain: string, more: Record<string, unknown> = {}) => {
  const made = await api.post('assets/gateways/', { name: `gateway ${++counter}`, ip: '10.2.0.1', domain, ...more })
  if (made.status !== 201) throw new Error(made.text)
  return made.body
}

describe('domains', () => {
  it('count what is in them', async () => {
    const asset = await anAsset(api)
    const domain = await aDomain({ assets: [asset.id] })
    await aGateway(domain.id)
    await aGateway(domain.id, { is_active: false })
    expect((await api.get(`assets/domains/${domain.id}/`)).body).toMatchObject({
      assets: [asset.id],
      asset_count: 1,
      application_count: 0,
      gateway_count: 2,
    })
    expect((await api.options(`assets/domains/${domain.id}/`)).body.actions.PUT.name.required).toBe(true)
    const org = (await world.admin.api.get(`orgs/orgs/${DEFAULT_ORG}/`)).body
    expect(org.resource_statistics).toMatchObject({ domains_amount: 1, gateways_amount: 2 })
  })

  it('[T16] [T52] give the secrets of their gateways to the component that carries somebody there, on record, and to no person', async () => {
    const domain = await aDomain()
    const gateway = await aGateway(domain.id, { username: 'jump', password: 'Gate_way_7' })
    await aGateway(domain.id, { is_active: false, password: 'Gate_way_8' })
    const asset = await anAsset(api, { domain: domain.id })
    for (const person of [api, world.admin.api]) {
      for (const path of [
        `assets/domains/?gateway=1`,
        `assets/domains/${domain.id}/?gateway=1`,
        `assets/assets/${asset.id}/gateways/`,
      ])
        expect([path, (await person.get(path)).status]).toEqual([path, 403])
      for (const path of [
        'assets/gateways/',
        `assets/gateways/${gateway.id}/`,
        'assets/gateways/?format=csv',
        'assets/domains/',
      ])
        expect((await person.get(path)).text).not.toMatch(/Gate_way/)
    }
    expect((await component.api.get(`assets/domains/${domain.id}/?gateway=1`)).body.gateways).toEqual([])
    expect((await component.api.get('assets/domains/?gateway=1')).text).not.toMatch(/Gate_way/)
    expect((await component.api.get(`assets/assets/${asset.id}/gateways/`)).status).toBe(403)
    await carries(world, component.id, { asset: asset.id })
    const one = await component.api.get(`assets/domains/${domain.id}/?gateway=1`)
    expect(one.body.gateways).toEqual([
      expect.objectContaining({ id: gateway.id, username: 'jump', password: 'Gate_way_7' }),
    ])
    const all = await component.api.get(`assets/domains/?gateway=1&name=${encodeURIComponent(domain.name)}`)
    expect(all.body[0].gateways).toHaveLength(1)
    const page = await component.api.get(`assets/domains/?gateway=1&limit=1&name=${encodeURIComponent(domain.name)}`)
    expect(page.body.results[0].gateways[0].password).toBe('Gate_way_7')
    const ofAsset = await component.api.get(`assets/assets/${asset.id}/gateways/`)
    expect(ofAsset.body).toEqual(one.body.gateways)
    const views = (await api.get(`audits/operate-logs/?action=view&resource=${encodeURIComponent(gateway.name)}`)).body
    expect(views.map((row: any) => row.diff.purpose[1])).toEqual([
      `${asset.hostname}(${asset.ip})`,
      'domains',
      'domains',
      'domain',
    ])
    expect((await component.api.get(`assets/domains/${domain.id}/`)).body).not.toHaveProperty('gateways')
  })
})

describe('gateways', () => {
  it('take a key that is one, with the password as its passphrase', async () => {
    const domain = await aDomain()
    const bad = await api.post('assets/gateways/', { name: 'bad', ip: '1.1.1.1', domain: domain.id, private_key: 'x' })
    expect(bad.body).toEqual({ private_key: ['private key invalid'] })
    const special = await api.post('assets/gateways/', {
      name: 'bad',
      ip: '1.1.1.1',
      domain: domain.id,
      password: 'a b!',
    })
    expect(special.body).toEqual({ password: ['Should not contains special characters'] })
    const pair = generateKeyPair('')
    await aGateway(domain.id, { private_key: pair.privateKey.reveal() })
    await carries(world, component.id, { asset: (await anAsset(api, { domain: domain.id })).id })
    const { body } = await component.api.get(`assets/domains/${domain.id}/?gateway=1`)
    expect(body.gateways[0]).toMatchObject({ private_key: pair.privateKey.reveal(), public_key: pair.publicKey })
  })

  it('are not deleted when a domain with assets would be left without any', async () => {
    const domain = await aDomain()
    const asset = await anAsset(api, { domain: domain.id })
    const [one, two, asleep] = [
      await aGateway(domain.id),
      await aGateway(domain.id),
      await aGateway(domain.id, { is_active: false }),
    ]
    const both = await api.delete(`assets/gateways/?ids=${one.id},${two.id}`)
    expect([both.status, both.body.detail]).toEqual([400, expect.stringContaining(`"${domain.name}" still has assets`)])
    expect((await api.delete(`assets/gateways/${one.id}/`)).status).toBe(204)
    const last = await api.delete(`assets/gateways/${two.id}/`, undefined, { 'accept-language': 'zh' })
    expect([last.status, last.body.detail]).toEqual([400, expect.stringContaining('最后一个可用的网关')])
    expect((await api.delete(`assets/gateways/${asleep.id}/`)).status).toBe(204)
    await api.patch(`assets/assets/${asset.id}/`, { domain: null })
    expect((await api.delete(`assets/gateways/${two.id}/`)).status).toBe(204)
  })

  it('are found by the name of their domain', async () => {
    const domain = await aDomain()
    const gateway = await aGateway(domain.id)
    const found = await api.get(`assets/gateways/?domain__name=${encodeURIComponent(domain.name)}`)
    expect(found.body.map((row: any) => row.id)).toEqual([gateway.id])
  })
})

describe('the test of a gateway', () => {
  const servers: Server[] = []
  afterAll(() => {
    for (const server of servers) server.close()
  })
  const listen = (greeting: string | undefined): Promise<number> =>
    new Promise((resolve) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined)
        if (greeting !== undefined) socket.end(greeting)
      })
      servers.push(server)
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    })
  const test = async (more: Record<string, unknown>, headers = {}) => {
    const gateway = await aGateway((await aDomain()).id, more)
    const { status, body } = await api.post(`assets/gateways/${gateway.id}/test-connective/`, {}, headers)
    return [status, body]
  }

  it('is passed by what answers as SSH, and by nothing else', async () => {
    const [ssh, web, shut] = [
      await listen('welcome\r\nSSH-2.0-OpenSSH_9.6\r\n'),
      await listen('HTTP/1.1 400 Bad Request\r\n\r\n'),
      await listen(''),
    ]
    expect(await test({ ip: '127.0.0.1', port: ssh })).toEqual([200, 'ok'])
    expect(await test({ ip: '127.0.0.1', port: web })).toEqual([
      400,
      { error: 'Something else than SSH answers on this port' },
    ])
    expect(await test({ ip: '127.0.0.1', port: web }, { 'accept-language': 'zh' })).toEqual([
      400,
      { error: '该端口上运行的不是 SSH 服务' },
    ])
    expect((await test({ ip: '127.0.0.1', port: shut }))[0]).toBe(400)
    expect((await test({ ip: '127.0.0.1', port: 1 }))[1]).toEqual({
      error: 'The gateway refused the connection, please check address and port',
    })
  })

  it('[T39] does not reach metadata addresses', async () => {
    const [status, body] = await test({ ip: '169.254.169.254', port: 80 })
    expect([status, body.error]).toEqual([400, expect.stringContaining('may not be reached')])
  })

  it('wants a number for a port', async () => {
    const gateway = await aGateway((await aDomain()).id)
    const reply = await api.post(`assets/gateways/${gateway.id}/test-connective/`, { port: 'x' })
    expect([reply.status, reply.body]).toEqual([400, { port: 'Number required' }])
  })
})
