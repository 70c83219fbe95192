// Who gets through which door: tried, not read. The golden file shows every route and socket for every kind of caller.
import { may, type OrgRole, type SystemRole } from '@drawbridge/model'
import type { Access } from '@drawbridge/resource'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../kit/client.ts'
import { expectGolden } from '../kit/golden.ts'
import { DEFAULT_ORG, openWorld, type World } from '../kit/world.ts'

const kinds: readonly (readonly [name: string, who?: { role: SystemRole; orgRoles: OrgRole[] }])[] = [
  ['anonymous'],
  ['user', { role: 'User', orgRoles: ['User'] }],
  ['org auditor', { role: 'User', orgRoles: ['Auditor'] }],
  ['org admin', { role: 'User', orgRoles: ['Admin'] }],
  ['super auditor', { role: 'Auditor', orgRoles: [] }],
  ['super admin', { role: 'Admin', orgRoles: [] }],
  ['service account', { role: 'App', orgRoles: [] }],
]

const NOBODY = '11111111-1111-7111-8111-111111111111'

describe('[T14] every door of the server', () => {
  let world: World
  let callers: Client[]
  beforeAll(async () => {
    world = await openWorld()
    await world.license()
    callers = []
    for (const [, who] of kinds) {
      if (!who) callers.push(world.anonymous())
      else callers.push((await world.person({ role: who.role, in: { [DEFAULT_ORG]: who.orgRoles } })).api)
    }
  })
  afterAll(() => world.close())

  it('says who may pass it', () => {
    expect(world.server.app.doors.filter((door) => !door.route).map((door) => `${door.method} ${door.path}`)).toEqual(
      [],
    )
    expect(world.server.app.doors.length).toBeGreaterThan(60)
  })

  it('lets exactly those pass: 401 without a login, 403 without the right', { timeout: 240_000 }, async () => {
    const lines: string[] = []
    const wrong: string[] = []
    for (const { method, path, route } of world.server.app.doors) {
      const cells: string[] = []
      for (const [i, [name, who]] of kinds.entries()) {
        const verdict = await tryDoor(callers[i]!, method, path, route!.page)
        const wanted = expected(who, route!.access)
        cells.push(verdict)
        if (verdict !== wanted) wrong.push(`${method} ${path} as ${name}: ${verdict}, not ${wanted}`)
      }
      lines.push(`| ${method} ${path} | ${cells.join(' | ')} |`)
    }
    expect(wrong).toEqual([])
    const head = `| route | ${kinds.map(([name]) => name).join(' | ')} |\n|---|${kinds.map(() => '---|').join('')}`
    expectGolden(
      new URL('../../access.golden.md', import.meta.url),
      `${TITLE}\n\n${head}\n${lines.sort().join('\n')}\n`,
    )
  })
})

const TITLE = `# Who gets through which door

Tried by a test with a valid licence, in the default organisation. \`pass\`: the request reaches its route (which may still
refuse an object that is not the caller's). A page answers \`401\` by leading to the login.`

const expected = (who: { role: SystemRole; orgRoles: OrgRole[] } | undefined, access: Access): string => {
  if (may(who && { ...who, valid: true }, access)) return 'pass'
  return who ? '403' : '401'
}

const tryDoor = async (api: Client, method: string, path: string, page?: boolean): Promise<string> => {
  const target = path.replaceAll(/:\w+/g, NOBODY).replaceAll('*', 'x')
  const body = method === 'GET' || method === 'OPTIONS' || method === 'DELETE' ? undefined : {}
  const reply = await api.send(method, target, body)
  expect(reply.status, `${method} ${path}: ${reply.text.slice(0, 300)}`).toBeLessThan(500)
  if (page && reply.status === 302 && reply.headers.get('location')?.startsWith('/core/auth/login/?next=')) return '401'
  if (reply.status === 401 && reply.body?.code === 'not_authenticated') return '401'
  if (reply.status === 403 && reply.body?.code === 'permission_denied') return '403'
  if (page && reply.status === 403) return '403'
  return 'pass'
}
