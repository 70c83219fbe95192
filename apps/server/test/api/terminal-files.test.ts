import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { retireDaily } from '../../src/areas/audits/retention.ts'
import { aGateway, type Gateway } from '../kit/gateway.ts'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type Someone, type World } from '../kit/world.ts'

const LOGS = 'audits/ftp-logs/'

describe('what is done to files', () => {
  let world: World
  let gateway: Gateway
  let auditor: Someone
  let there: string
  beforeAll(async () => {
    world = await openWorld()
    gateway = await aGateway(world)
    auditor = await world.person({ in: { [DEFAULT_ORG]: ['Auditor'] } })
    there = await world.organisation()
  })
  afterAll(() => world.close())

  const deed = (more: Record<string, unknown> = {}) => ({
    user: 'Ann(ann)',
    remote_addr: '10.9.9.9',
    asset: 'web-01(10.1.1.10)',
    system_user: 'web-user(www)',
    operate: 'Upload',
    filename: '/home/www/a.txt',
    is_success: true,
    org_id: DEFAULT_ORG,
    ...more,
  })
  const tell = (more: Record<string, unknown> = {}) => gateway.in(ROOT_ORG).post(LOGS, deed(more))

  it('is told by components, with the moment of the server, and found by those who audit', async () => {
    const told = await tell({ date_start: '2001-01-01 00:00:00 +0000' })
    expect([told.status, told.body]).toEqual([
      201,
      {
        ...deed(),
        id: expect.any(String),
        operate_display: 'Upload',
        org_name: 'Default',
        date_start: expect.any(String),
      },
    ])
    expect(told.body.date_start).not.toMatch(/^2001/)
    await tell({ operate: 'Delete', filename: '/tmp/b', is_success: false, user: 'Bob(bob)' })
    const names = async (query: string) =>
      (await auditor.api.get(`${LOGS}?${query}`)).body.map(({ filename }: { filename: string }) => filename)
    expect(await names('')).toEqual(['/tmp/b', '/home/www/a.txt'])
    for (const query of ['user=Bob(bob)', 'search=bob', 'filename=/tmp/b'])
      expect([query, await names(query)]).toEqual([query, ['/tmp/b']])
    expect(await names('date_to=2020-01-01')).toEqual([])
    const csv = await auditor.api.get(`${LOGS}?format=csv`)
    expect(csv.text).toContain('/home/www/a.txt')
  })

  it('is kept once however often it is sent, at the moment when it happened', async () => {
    const id = randomUUID()
    const first = await tell({ id, filename: '/late', held_ms: 7_200_000 })
    const again = await tell({ id, filename: '/late', held_ms: 7_260_000 })
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    const age = world.clock.now().getTime() - new Date(first.body.date_start).getTime()
    expect(Math.round(age / 60_000)).toBe(120)
    const rows = (await auditor.api.get(`${LOGS}?filename=/late`)).body
    expect(rows.map((row: { id: string }) => row.id)).toEqual([id])
  })

  it('[T15] under the id of another record is refused, and hides nothing', async () => {
    const id = randomUUID()
    await tell({ id, org_id: there, filename: '/theirs' })
    for (const more of [{ filename: '/theirs' }, { filename: '/mine', org_id: there }, { filename: '/mine' }]) {
      const refused = await tell({ id, ...more })
      expect([refused.status, refused.text.includes('/theirs')]).toEqual([400, false])
    }
  })

  it('is refused where it is not whole, or of no organisation', async () => {
    for (const bad of [
      { operate: 'Format' },
      { filename: '' },
      { user: 'x'.repeat(129) },
      { org_id: '' },
      { org_id: randomUUID() },
    ])
      expect([bad, (await tell(bad)).status]).toEqual([bad, 400])
  })

  it('[T15] stays in its organisation, and is changed by nobody', async () => {
    const { id } = (await tell({ org_id: there, filename: '/secret/plan' })).body
    expect((await auditor.api.get(LOGS)).text).not.toContain('/secret/plan')
    for (const api of [world.admin.api, gateway.api, auditor.api]) {
      for (const method of ['PUT', 'PATCH', 'DELETE'])
        expect((await api.send(method, `${LOGS}${id}/`)).status).toBeOneOf([404, 405])
      expect((await api.delete(`${LOGS}?ids=${id}`)).status).toBe(405)
    }
    for (const { api } of [world.admin, auditor, await world.person()])
      expect((await api.post(LOGS, deed())).status).toBe(403)
    expect((await (await world.person()).api.get(LOGS)).status).toBe(403)
  })

  it('is kept as long as the settings want', async () => {
    await tell({ filename: '/old' })
    // Its age counts from its link in the audit chain.
    const { db } = world.server.services.database
    const pending = () => db.selectFrom('audit_pending').select('id').execute()
    await vi.waitFor(async () => expect(await pending()).toEqual([]), { timeout: 300_000, interval: 20 })
    const kept = async () => (await auditor.api.get(LOGS)).text.includes('/old')
    world.clock.advance(199 * 86_400)
    await retireDaily(world.server.services)
    expect(await kept()).toBe(true)
    world.clock.advance(2 * 86_400)
    await retireDaily(world.server.services)
    expect(await kept()).toBe(false)
  })
})
