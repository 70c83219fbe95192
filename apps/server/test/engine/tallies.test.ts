import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foldTallies } from '../../src/platform/db/tallies.ts'
import { DEFAULT_ORG, openWorld, type World } from '../kit/world.ts'

describe('kept counts', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  const insertOneByOne = (name: string, rows: number) =>
    sql`do ${sql.lit(`begin for i in 1..${rows} loop
      insert into users_groups (id, org_id, name) values (gen_random_uuid(), '${DEFAULT_ORG}', '${name} ' || i);
    end loop; end`)}`.execute(world.server.services.database.db)
  const entries = async (): Promise<number> => {
    const { db } = world.server.services.database
    const found = await db.selectFrom('tallies').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
    return Number(found.n)
  }
  const count = async (): Promise<number> => (await world.admin.api.get('users/groups/?limit=1')).body.count

  it('stay exact while their changes are folded and rows come and go', async () => {
    await insertOneByOne('first', 1_200)
    expect(await count()).toBe(1_200)
    const { db } = world.server.services.database
    await Promise.all([foldTallies(db), insertOneByOne('second', 300), foldTallies(db)])
    expect(await count()).toBe(1_500)
    expect((await world.admin.api.delete('users/groups/?search=second')).status).toBe(204)
    expect(await count()).toBe(1_200)
    expect(await entries()).toBeLessThan(1_000)
    const counted = await db.selectFrom('users_groups').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
    expect(Number(counted.n)).toBe(1_200)
  })
})
