// Things that rules are about, put straight into the tables: tests of rules do not wait for the forms of others.
import { DEFAULT_ORG } from '@drawbridge/model'
import { newId } from '../../src/platform/ids.ts'
import { databaseOf } from './specimen.ts'
import type { World } from './world.ts'

type Columns = Record<string, unknown>

const maker =
  (table: string, preset: (id: string) => Columns) =>
  async (world: World, columns: Columns = {}): Promise<string> => {
    const id = newId()
    await databaseOf(world)
      .insertInto(table)
      .values({ id, org_id: DEFAULT_ORG, ...preset(id), ...columns })
      .execute()
    return id
  }

const short = (id: string) => id.slice(-12)

export const makeAsset = maker('assets_assets', (id) => ({
  hostname: `host-${short(id)}`,
  ip: '10.1.1.10',
  platform: 'Windows',
}))
export const makeSystemUser = maker('assets_system_users', (id) => ({ name: `su-${short(id)}`, username: 'ops' }))
export const makeGroup = maker('users_groups', (id) => ({ name: `group-${short(id)}`, created_by: 'Test' }))
export const makeApplication = maker('applications_applications', (id) => ({
  name: `app-${short(id)}`,
  category: 'db',
  type: 'mysql',
  attrs: JSON.stringify({ host: 'db', port: 3306, database: 'd' }),
}))

export const join = async (world: World, group: string, user: string): Promise<void> => {
  await databaseOf(world).insertInto('users_users_groups_relations').values({ usergroup: group, user }).execute()
}
