import { describe, expect, it } from 'vitest'
import type { PublicSettings, Session } from '../api/session.ts'
import type { RouteSpec } from '../kit/route.ts'
import { allowedRoutes, homePath } from './allowed-routes.ts'
import { crumbsOf } from './crumbs.ts'
import { activeEntry, filterMenu, menuOf } from './menu.ts'

const text = (en: string) => ({ zh: `${en}（中）`, en })
const route = (path: string, more: Partial<RouteSpec> = {}): RouteSpec => ({
  path,
  name: path,
  title: text(path),
  ...more,
})
const session = (role: number, licensed = true): Session => ({
  orgs: [],
  roles: [],
  perms: role,
  role,
  isSuperAdmin: false,
  settings: {
    XPACK_ENABLED: true,
    XPACK_LICENSE_IS_VALID: licensed,
    SECURITY_COMMAND_EXECUTION: false,
  } as PublicSettings,
})
const names = (routes: readonly RouteSpec[]) => routes.map(({ name }) => name)

describe('route filtering', () => {
  it('[ROUTE-05] [ROLE-06] drops what the role does not hold all bits of', () => {
    const routes = [
      route('a', { needs: 2 }),
      route('b', { needs: 128 }),
      route('c', { needs: 18 }),
      route('d', { needs: 0 }),
    ]
    expect(names(allowedRoutes(routes, session(18)))).toEqual(['a', 'c', 'd'])
    expect(names(allowedRoutes(routes, session(2)))).toEqual(['a', 'd'])
    expect(names(allowedRoutes(routes, session(1)))).toEqual(['d'])
  })

  it('[ROUTE-06] needs an administrator where nothing is said', () => {
    expect(allowedRoutes([route('a')], session(18))).toHaveLength(1)
    expect(allowedRoutes([route('a')], session(2))).toHaveLength(0)
    expect(allowedRoutes([route('a')], session(1))).toHaveLength(0)
  })

  it('[ROUTE-07] [LIC-01] [LIC-02] drops what needs a licence, also when only the extension is missing', () => {
    const licensed = [route('a', { licensed: true })]
    expect(allowedRoutes(licensed, session(146))).toHaveLength(1)
    expect(allowedRoutes(licensed, session(146, false))).toHaveLength(0)
    const bare = session(146)
    expect(allowedRoutes(licensed, { ...bare, settings: { ...bare.settings!, XPACK_ENABLED: false } })).toHaveLength(0)
  })

  it('[ROUTE-08] drops what is hidden', () => {
    const hidden = [route('a', { hidden: ({ settings }) => !settings?.SECURITY_COMMAND_EXECUTION })]
    expect(allowedRoutes(hidden, session(146))).toHaveLength(0)
  })

  it('keeps the pages of one mode out of the other', () => {
    const both = [
      route('t', { mode: 'admin' }),
      route('t', { mode: 'user', needs: 1 }),
      route('p', { mode: 'both', needs: 0 }),
    ]
    expect(allowedRoutes(both, session(146)).map(({ mode }) => mode)).toEqual(['admin', 'both'])
    expect(allowedRoutes(both, session(1)).map(({ mode }) => mode)).toEqual(['user', 'both'])
  })

  it('[ROUTE-03] [RTDASH-01] the root leads to the dashboard, or is the own page of a user', () => {
    expect(homePath([route('dashboard'), route('users/users')], '/users/users')).toBe('/dashboard')
    expect(homePath([route(''), route('apps/database')], undefined)).toBeUndefined()
    expect(homePath([route('users/profile')], undefined)).toBe('/users/profile')
    expect(homePath([route('audits/x')], '/audits/x')).toBe('/audits/x')
  })
})

describe('the side menu', () => {
  const routes = [
    route('settings', { menu: { group: 'settings', order: 10 } }),
    route('users/groups', { menu: { group: 'users', order: 20 } }),
    route('users/users', { name: 'UserList', menu: { group: 'users', order: 10 } }),
    route('users/users/:id', { name: 'UserDetail' }),
    route('users/users/:id/update', { name: 'UserUpdate' }),
    route('dashboard', { menu: { group: 'dashboard', order: 10 } }),
    route('applications/database-apps', { menu: { group: 'applications', order: 10 } }),
  ]
  const menu = menuOf(routes, { role: 146 })

  it('[SIDE-10] [SIDE-11] has groups in their order, without details and forms', () => {
    expect(menu.map(({ key, entries }) => [key, entries.map(({ spec }) => spec.path)])).toEqual([
      ['dashboard', ['dashboard']],
      ['users', ['users/users', 'users/groups']],
      ['applications', ['applications/database-apps']],
      ['settings', ['settings']],
    ])
  })

  it('a group of one is its entry, but applications stay a group', () => {
    expect(menu.map(({ single }) => single)).toEqual([true, false, false, true])
  })

  it('is filtered in both languages', () => {
    expect(filterMenu(menu, 'GROUPS').map(({ key, entries }) => [key, entries.length])).toEqual([['users', 1]])
    expect(filterMenu(menu, '用户').map(({ key }) => key)).toEqual(['users'])
    expect(filterMenu(menu, 'no such thing')).toEqual([])
  })

  it('knows where one is, also below an entry', () => {
    expect(activeEntry(menu, '/users/users/1/update')?.key).toBe('UserList')
    expect(activeEntry(menu, '/users/usersx')).toBeUndefined()
    expect(activeEntry(menu, '/dashboard/')?.key).toBe('dashboard')
  })

  it('knows screens that belong to an entry without standing below it', () => {
    const also = menuOf([route('a/one', { menu: { group: 'users', order: 1, also: ['a/ones'] } })], { role: 146 })
    expect(['/a/ones/7', '/a/one/', '/a/onesx'].map((path) => activeEntry(also, path)?.key)).toEqual([
      'a/one',
      'a/one',
      undefined,
    ])
  })

  it('of the user page has its own entries, each for itself', () => {
    const mine = [
      route('', { menu: { group: 'mine', order: 1 } }),
      route('apps/database', { menu: { group: 'mine', order: 2 } }),
    ]
    expect(menuOf(mine, { role: 1 }).map(({ single, icon }) => [single, icon])).toEqual([
      [true, 'server'],
      [true, 'apps'],
    ])
    expect(menuOf(routes, { role: 1 })).toEqual([])
  })

  it('[CRUMB-01] [RTDASH-02] every way starts at the dashboard', () => {
    const way = (name: string) =>
      crumbsOf(
        routes.find((one) => one.name === name),
        routes,
      ).map(({ title, path }) => [title.en, path])
    expect(way('UserUpdate')).toEqual([
      ['Dashboard', '/'],
      ['Users', undefined],
      ['users/users', '/users/users'],
      ['users/users/:id/update', undefined],
    ])
    expect(way('dashboard')).toEqual([['Dashboard', undefined]])
    expect(way('nowhere')).toEqual([['Dashboard', undefined]])
  })
})
