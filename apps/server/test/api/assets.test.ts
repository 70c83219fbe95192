import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../kit/client.ts'
import { openWorld, type World } from '../kit/world.ts'

let world: World
let org: string
let api: Client
const ASSETS = 'assets/assets/'

beforeAll(async () => {
  world = await openWorld()
  org = await world.organisation('Bridge')
  api = (await world.person({ in: { [org]: ['Admin'] }, org })).api
})
afterAll(() => world.close())

const host = (hostname: string, more: Record<string, unknown> = {}) => ({
  hostname,
  ip: '10.0.0.1',
  platform: 'Linux',
  ...more,
})
const made = async (body: unknown) => {
  const reply = await api.post(ASSETS, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}
const total = async () => (await api.get(`${ASSETS}?limit=1`)).body.count as number

describe('assets', () => {
  it('[ASSET-01] [ASSET-02] [ASSET-03] hold everything that is known of a host', async () => {
    const admin = (await api.post('assets/admin-users/', { name: 'root', username: 'root', password: 'Root-secret-1' }))
      .body
    const domain = (await api.post('assets/domains/', { name: 'dc-2' })).body
    const label = (await api.post('assets/labels/', { name: 'env', value: 'prod' })).body
    const one = await made(
      host('web-01', {
        ip: 'web-01.example.com',
        public_ip: '203.0.113.7',
        protocols: ['ssh/2222', 'rdp/3389'],
        admin_user: admin.id,
        domain: domain.id,
        labels: [label.id],
        vendor: 'KVM',
        model: 'Standard PC',
        sn: 'S-1',
        number: 'A-1',
        cpu_model: 'x86',
        cpu_count: 1,
        cpu_cores: 2,
        memory: '3.70 G',
        disk_total: '40.00 G',
        os: 'Debian',
        comment: 'first',
      }),
    )
    expect(one).toMatchObject({
      admin_user_display: 'root',
      domain_display: 'dc-2',
      nodes_display: ['/Bridge'],
      hardware_info: '2 Core 3.70 G 40.00 G',
      is_active: true,
      connectivity: { status: 2, datetime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d /) },
      org_name: 'Bridge',
      created_by: expect.any(String),
      date_created: expect.any(String),
    })
    const now = world.clock.now()
    const { db } = world.server.services.database
    await db
      .insertInto('assets_connectivity')
      .values({ asset: one.id, username: 'root', status: 1, datetime: now })
      .execute()
    expect((await api.get(`${ASSETS}${one.id}/`)).body.connectivity.status).toBe(1)
    expect((await api.get(`${ASSETS}?label=env:prod&limit=5`)).body.count).toBe(1)
    expect((await api.get(`${ASSETS}?label=env%23test&limit=5`)).body.count).toBe(0)
    for (const [query, count] of [
      [`admin_user__id=${admin.id}`, 1],
      [`domain=${domain.id}`, 1],
      ['protocols=ssh/2222', 1],
      ['protocols__icontains=RDP', 1],
      ['platform__base=Windows', 0],
      ['ips=1.1.1.1,web-01.example.com', 1],
      ['search=web-01.exam', 1],
      ['is_active=0', 0],
    ] as const)
      expect([query, (await api.get(`${ASSETS}?${query}&limit=5`)).body.count]).toEqual([query, count])
    expect((await api.get(`${ASSETS}${one.id}/platform/`)).body).toMatchObject({
      name: 'Linux',
      base: 'Linux',
      charset: 'utf8',
    })
    expect((await api.delete(`assets/admin-users/${admin.id}/`)).status).toBe(400)
    expect((await api.delete(`assets/domains/${domain.id}/`)).status).toBe(204)
    expect((await api.get(`${ASSETS}${one.id}/`)).body.domain).toBeNull()
  })

  it('are refused with what is wrong, and nothing is saved', async () => {
    const before = await total()
    const wrong = async (more: Record<string, unknown>) => (await api.post(ASSETS, host('wrong', more))).body
    expect(await wrong({ protocols: ['ssh/22', 'ssh/23'] })).toEqual({ protocols: ['Protocol duplicate: ssh'] })
    for (const protocol of ['ftp/21', 'ssh/0', 'ssh/70000', 'ssh', 'ssh/22/1'])
      expect(await wrong({ protocols: [protocol] })).toEqual({
        protocols: { 0: ['Protocol format should ssh|rdp|telnet|vnc/1-65535'] },
      })
    expect(await wrong({ platform: 'Amiga' })).toEqual({ platform: ['Object with name=Amiga does not exist.'] })
    expect(await wrong({ nodes: [org] })).toEqual({ nodes: [`Invalid pk "${org}" - object does not exist.`] })
    expect(await wrong({ hostname: 'x'.repeat(4096) })).toMatchObject({ hostname: [expect.any(String)] })
    expect(await wrong({ hostname: 'web-01' })).toMatchObject({ hostname: expect.anything() })
    expect(await total()).toBe(before)
  })

  it('take the single protocol and port of older clients', async () => {
    expect((await made(host('old', { protocol: 'rdp', port: 3390 }))).protocols).toEqual(['rdp/3390'])
    expect((await made(host('both', { protocol: 'ssh', port: 22, protocols: ['vnc/5901'] }))).protocols).toEqual([
      'vnc/5901',
    ])
  })

  it('have names in every script, with quotes and emoji, and are found by them', async () => {
    const names = [
      '服务器-深圳',
      'сервер',
      'خادم',
      `o'clock "x" \\ %_`,
      '🚀-rocket',
      'ñandú<script>',
      "Robert'); drop table assets_assets;--",
    ]
    for (const name of names) {
      const { id } = await made(host(name, { comment: name.repeat(50) }))
      expect((await api.get(`${ASSETS}?hostname=${encodeURIComponent(name)}&limit=5`)).body).toMatchObject({
        count: 1,
        results: [{ id, hostname: name }],
      })
    }
    expect((await api.get(`${ASSETS}?search=${encodeURIComponent('%_')}&limit=5`)).body.count).toBe(1)
    expect((await api.get(`${ASSETS}?search=${encodeURIComponent('深圳')}&limit=5`)).body.count).toBe(1)
    const labels = await api.post('assets/labels/', { name: '环境 "a"', value: '🚀' })
    expect(labels.status).toBe(201)
  })

  it('of a sheet are all saved or, with three bad rows among thousands, none; the three are named', async () => {
    const before = await total()
    const rows = Array.from({ length: 3_000 }, (_, i) => `sheet-${i},10.9.${i >> 8}.${i & 255},Linux,ssh/22`)
    const head = 'hostname*,ip*,platform*,protocols'
    const broken = [...rows]
    broken[7] = 'sheet-7,,Linux,ssh/22'
    broken[1500] = 'sheet-3,10.9.9.9,Linux,ssh/22'
    broken[2999] = 'sheet-2999,10.9.9.9,Amiga,ssh/22'
    const refused = await api.post(ASSETS, `${head}\n${broken.join('\n')}\n`, { 'content-type': 'text/csv' })
    expect(refused.status).toBe(400)
    const named = (refused.body as object[]).flatMap((row, i) => (Object.keys(row).length > 0 ? [i] : []))
    expect(named).toEqual([7, 1500, 2999])
    expect(await total()).toBe(before)
    const saved = await api.post(ASSETS, `${head}\n${rows.join('\n')}\n`, { 'content-type': 'text/csv' })
    expect([saved.status, saved.body.length]).toEqual([201, 3_000])
    expect(saved.body[2999]).toMatchObject({ hostname: 'sheet-2999' })
    expect(await total()).toBe(before + 3_000)
    expect((await api.get('assets/nodes/children/tree/')).body[0].name).toBe(`Bridge (${before + 3_000})`)
  })

  it('come back from their own export', async () => {
    const { id } = await made(host('round trip', { nodes_display: ['/Bridge/a/b'], protocols: ['ssh/22', 'vnc/5900'] }))
    const sheet = await api.get(`${ASSETS}?format=csv&hostname=round+trip`)
    await api.delete(`${ASSETS}${id}/`)
    const again = await api.post(ASSETS, sheet.text, { 'content-type': 'text/csv' })
    expect(again.status, again.text).toBe(201)
    expect(again.body[0]).toMatchObject({
      hostname: 'round trip',
      nodes_display: ['/Bridge/a/b'],
      protocols: ['ssh/22', 'vnc/5900'],
    })
  })

  it('leave a line for every change of theirs, with what it was and became', async () => {
    const { id } = await made(host('audited'))
    await api.patch(`${ASSETS}${id}/`, { comment: 'changed', is_active: false })
    const auditor = await world.person({ in: { [org]: ['Auditor'] }, org })
    const logs = (await auditor.api.get('audits/operate-logs/?search=audited&limit=10')).body.results
    expect(logs).toMatchObject([
      { action: 'update', diff: { comment: ['', 'changed'], is_active: [true, false] } },
      { action: 'create' },
    ])
  })
})
