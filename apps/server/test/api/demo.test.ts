import { afterAll, beforeAll, expect, it } from 'vitest'
import { introduce, prepareDemo } from '../../src/demo.ts'
import { aGateway } from '../kit/gateway.ts'
import { openWorld, ROOT_ORG, type World } from '../kit/world.ts'

let world: World
let password: string | undefined
beforeAll(async () => {
  world = await openWorld()
  password = await prepareDemo(world.server.services)
})
afterAll(() => world.close())

it('everybody who is introduced can be tried: each with what they need, and the two who are shut out', async () => {
  const told = introduce(password!, { sshPort: 2222 })
  const { rows } = await world.server.services.database.pool.query(
    `select username, is_active, date_expired < now() as is_expired from users_users where email like '%@demo.invalid'`,
  )
  for (const { username } of rows) expect(told).toContain(`\n  ${username} `)
  expect(
    rows
      .filter((row) => !row.is_active || row.is_expired)
      .map(({ username }) => username)
      .sort(),
  ).toEqual(['bob', 'carol'])
})

it('is made once: a second start has no password to tell', async () => {
  expect(await prepareDemo(world.server.services)).toBeUndefined()
})

it('a contractor and an engineer are each granted the host and the database that answer', async () => {
  const gateway = await aGateway(world)
  for (const username of ['li', 'ann']) {
    const { rows } = await world.server.services.database.pool.query('select id from users_users where username = $1', [
      username,
    ])
    const granted = (path: string) => gateway.in(ROOT_ORG).get(`perms/users/${rows[0].id}/${path}`)
    for (const path of ['assets/?hostname=demo-host&limit=9', 'applications/?name=demo-shop&limit=9'])
      expect([username, path, (await granted(path)).body.count]).toEqual([username, path, 1])
  }
})
