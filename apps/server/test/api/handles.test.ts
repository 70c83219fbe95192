import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../kit/client.ts'
import { DEFAULT_ORG, openWorld, type Someone, type World } from '../kit/world.ts'

const CACHE = 'common/resources/cache/'

describe('handles of selected rows', () => {
  let world: World
  let here: string
  let there: string
  let ann: Someone
  let bob: Someone
  beforeAll(async () => {
    world = await openWorld()
    here = await world.organisation()
    there = await world.organisation()
    ann = await world.person({ in: { [here]: ['Admin'], [there]: ['Admin'] }, org: here })
    bob = await world.person({ in: { [here]: ['Admin'] }, org: here })
  })
  afterAll(() => world.close())

  const groups = async (api: Client, names: string[]): Promise<string[]> =>
    (
      await api.post(
        'users/groups/',
        names.map((name) => ({ name })),
      )
    ).body.map((row: { id: string }) => row.id)
  const handle = async (api: Client, resources: unknown[]): Promise<string> =>
    (await api.post(CACHE, { resources })).body.spm
  const count = async (): Promise<number> => (await ann.api.get('users/groups/?limit=1')).body.count

  it('[CALL-15] stand for the ids in lists, exports and bulk deletions', async () => {
    const [one, two, three] = await groups(ann.api, ['h1', 'h2', 'h3'])
    const made = await ann.api.post(CACHE, { resources: [one, two] })
    expect(made.status).toBe(200)
    expect(made.body.spm).toMatch(/^[0-9a-f-]{36}$/)
    const { spm } = made.body
    expect((await ann.api.get(`users/groups/?spm=${spm}&limit=10`)).body.count).toBe(2)
    const sheet = (await ann.api.get(`users/groups/?spm=${spm}&format=csv`)).text
    expect(sheet).toContain('h1')
    expect(sheet).not.toContain('h3')
    expect((await ann.api.delete(`users/groups/?spm=${spm}`)).status).toBe(204)
    expect((await ann.api.get('users/groups/')).body.map((row: { id: string }) => row.id)).toEqual([three])
  })

  it('[T47] select nothing when unknown or expired: nothing is widened, exported or deleted', async () => {
    const ids = await groups(ann.api, ['e1', 'e2'])
    const stale = await handle(ann.api, ids)
    world.clock.advance(301)
    const before = await count()
    for (const spm of [stale, '00000000-0000-4000-8000-000000000000', 'rubbish', "' or 1=1"]) {
      const q = `spm=${encodeURIComponent(spm)}`
      expect((await ann.api.get(`users/groups/?${q}`)).body).toEqual([])
      expect((await ann.api.get(`users/groups/?${q}&limit=10`)).body.count).toBe(0)
      expect((await ann.api.get(`users/groups/?${q}&format=csv`)).status).toBe(400)
      expect((await ann.api.get(`users/groups/?${q}&format=xlsx`)).status).toBe(400)
      const refused = await ann.api.delete(`users/groups/?${q}`)
      expect(refused.status).toBe(400)
      expect(refused.body.code).toBe('spm_expired')
    }
    expect(await count()).toBe(before)
  })

  it('[T48] are bound to the user who made them', async () => {
    const spm = await handle(ann.api, await groups(ann.api, ['u1', 'u2']))
    expect((await bob.api.get(`users/groups/?spm=${spm}`)).body).toEqual([])
    expect((await bob.api.get(`users/groups/?spm=${spm}&format=csv`)).status).toBe(400)
    expect((await bob.api.delete(`users/groups/?spm=${spm}`)).status).toBe(400)
    expect((await world.admin.api.get(`users/groups/?spm=${spm}`, { 'x-jms-org': here })).body).toEqual([])
    expect((await ann.api.get(`users/groups/?spm=${spm}`)).body).toHaveLength(2)
  })

  it('[T48] are bound to the organisation they were made in, and never lead into another', async () => {
    const ids = await groups(ann.api, ['o1', 'o2'])
    const spm = await handle(ann.api, ids)
    const elsewhere = { 'x-jms-org': there }
    expect((await ann.api.get(`users/groups/?spm=${spm}`, elsewhere)).body).toEqual([])
    expect((await ann.api.get(`users/groups/?spm=${spm}&format=csv`, elsewhere)).status).toBe(400)
    expect((await ann.api.delete(`users/groups/?spm=${spm}`, undefined, elsewhere)).status).toBe(400)
    const smuggled = (await ann.api.post(CACHE, { resources: ids }, elsewhere)).body.spm
    expect((await ann.api.get(`users/groups/?spm=${smuggled}`, elsewhere)).body).toEqual([])
    expect((await ann.api.delete(`users/groups/?spm=${smuggled}`, undefined, elsewhere)).status).toBe(204)
    expect((await ann.api.get(`users/groups/?spm=${spm}`)).body).toHaveLength(2)
  })

  it('are made by any valid user, of ids as texts or numbers, and nothing else', async () => {
    const { api } = await world.person({ in: { [DEFAULT_ORG]: ['User'] } })
    expect((await api.post(CACHE, { resources: ['a', 7, 'a'] })).status).toBe(200)
    expect((await api.post(CACHE, { resources: [] })).status).toBe(200)
    for (const body of [undefined, {}, { resources: 'a' }, { resources: [{}] }, { resources: ['x'.repeat(200)] }, []])
      expect((await api.post(CACHE, body)).status).toBe(400)
    expect((await world.anonymous().post(CACHE, { resources: [] })).status).toBe(401)
  })

  it('take a hundred thousand ids, and not one more', async () => {
    const ids = Array.from({ length: 100_000 }, (_, i) => i)
    expect((await ann.api.post(CACHE, { resources: ids })).status).toBe(200)
    const refused = await ann.api.post(CACHE, { resources: [...ids, -1] })
    expect(refused.status).toBe(400)
    expect(refused.body.resources[0]).toContain('100000')
  })

  it('of one user are limited in number: the oldest make room', async () => {
    const first = await handle(bob.api, ['first'])
    world.clock.advance(1)
    for (let i = 0; i < 100; i++) await handle(bob.api, [`more-${i}`])
    const { db } = world.server.services.database
    const kept = await db.selectFrom('id_sets').select('id').where('user', '=', bob.id).execute()
    expect(kept).toHaveLength(100)
    expect(kept.map((row) => row.id)).not.toContain(first)
  })
})
