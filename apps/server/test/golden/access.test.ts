// Who gets through which door: tried, not read. The golden file shows every route and socket for every kind of caller.
import { may, type OrgRole, type SystemRole } from '@drawbridge/model'
import type { Access } from '@drawbridge/resource'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openVisit } from '../../src/platform/auth/visits.ts'
import type { Client, Reply } from '../kit/client.ts'
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
  let ids: (string | undefined)[]
  beforeAll(async () => {
    world = await openWorld()
    await world.license()
    callers = []
    ids = []
    for (const [, who] of kinds) {
      const person = who && (await world.person({ role: who.role, in: { [DEFAULT_ORG]: who.orgRoles } }))
      callers.push(person?.api ?? world.anonymous())
      ids.push(person?.id)
    }
  })
  afterAll(() => world.close())

  it('says who may pass it', () => {
    expect(world.server.app.doors.filter((door) => !door.route).map((door) => `${door.method} ${door.path}`)).toEqual(
      [],
    )
    expect(world.server.app.doors.length).toBeGreaterThan(60)
  })

  it('lets exactly those pass: 401 without a login, 403 without the right', async () => {
    const lines: string[] = []
    const wrong: string[] = []
    for (const { method, path, route } of world.server.app.doors) {
      const cells: string[] = []
      for (const [i, [name, who]] of kinds.entries()) {
        const api = route!.page && ids[i] ? await inBrowser(world, ids[i]) : callers[i]!
        const verdict = await tryDoor(api, method, path, route!.page)
        const wanted = expected(who, route!.access)
        // A route may be stricter than its access: a page of the login that is out of turn, an object that is not one's own.
        cells.push(wanted === 'pass' && verdict !== 'pass' ? `own ${verdict}` : verdict)
        if (wanted !== 'pass' && verdict !== wanted)
          wrong.push(`${method} ${path} as ${name}: ${verdict}, not ${wanted}`)
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
refuse an object that is not the caller's). A page answers \`401\` by leading to the login.
\`own 403\`: let through by its access, then refused by a rule of its own for the object or step tried here.`

const expected = (who: { role: SystemRole; orgRoles: OrgRole[] } | undefined, access: Access): string => {
  if (may(who && { ...who, valid: true }, access)) return 'pass'
  return who ? '403' : '401'
}

/** Pages are for browsers: a visit of its own for every try, as some of them end it. */
const inBrowser = async (world: World, user: string): Promise<Client> => {
  const { db } = world.server.services.database
  const { cookie, visit } = await openVisit(db, {
    user,
    seconds: 60,
    address: '127.0.0.1',
    userAgent: 'test',
    now: world.clock.now(),
  })
  return world.anonymous({
    cookie: `sessionid=${cookie}; csrftoken=${visit.csrf}`,
    'x-csrftoken': visit.csrf,
    'sec-fetch-site': 'same-origin',
  })
}

const tryDoor = async (api: Client, method: string, path: string, page?: boolean): Promise<string> => {
  const target = path.replaceAll(/:\w+/g, NOBODY).replaceAll('*', 'x')
  const body = method === 'GET' || method === 'OPTIONS' || method === 'DELETE' ? undefined : {}
  const reply = await api.send(method, target, body)
  expect(reply.status, `${method} ${path}: ${reply.text.slice(0, 300)}`).toBeLessThan(500)
  if (page && isToLogin(reply)) return '401'
  if (reply.status === 401 && reply.body?.code === 'not_authenticated') return '401'
  if (reply.status === 403 && reply.body?.code === 'permission_denied') return '403'
  if (page && reply.status === 403) return '403'
  return 'pass'
}

const isToLogin = ({ status, headers }: Reply): boolean =>
  (status === 302 || status === 303) && /^\/core\/auth\/login\/(\?|$)/.test(headers.get('location') ?? '')
