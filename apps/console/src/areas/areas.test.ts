import { BIT } from '@drawbridge/model/access'
import { expect, test } from 'vitest'
import type { PublicSettings, Session } from '../api/session.ts'
import type { RouteSpec } from '../kit/route.ts'
import { allowedRoutes } from '../shell/allowed-routes.ts'
import { areaRoutes } from './index.ts'

const visitor = (role: number, licensed = true): Session => ({
  orgs: [],
  roles: [],
  perms: role,
  role,
  isSuperAdmin: false,
  settings: { XPACK_ENABLED: true, XPACK_LICENSE_IS_VALID: licensed, TICKETS_ENABLED: true } as PublicSettings,
})
const below = (section: string) => areaRoutes.filter(({ path }) => path === section || path.startsWith(`${section}/`))
const pathsFor = (section: string, session: Session) => allowedRoutes(below(section), session).map(({ path }) => path)
const all = (section: string) => below(section).map(({ path }) => path)

test('[RTAUDIT-01] every screen of the audits is for auditors, and for nobody who is less', () => {
  expect(all('audits').length).toBeGreaterThan(0)
  expect(pathsFor('audits', visitor(BIT.audit))).toEqual(all('audits'))
  expect(pathsFor('audits', visitor(BIT.use))).toEqual([])
  expect(pathsFor('audits', visitor(BIT.admin))).toEqual([])
})

test('[RTXPACK-01] every screen of the extension needs a licence', () => {
  const everything = BIT.super | BIT.admin | BIT.audit
  expect(all('xpack').length).toBeGreaterThan(0)
  expect(pathsFor('xpack', visitor(everything))).toEqual(all('xpack'))
  expect(pathsFor('xpack', visitor(everything, false))).toEqual([])
})

test('[ROUTE-15] a route named AssetDetail exists', () => {
  expect(areaRoutes.filter(({ name }) => name === 'AssetDetail')).toMatchObject([{ path: 'assets/assets/:id' }])
})

test('no two screens share a name or a path in one mode', () => {
  for (const role of [BIT.super | BIT.admin | BIT.audit, BIT.use]) {
    const routes = allowedRoutes(areaRoutes, visitor(role))
    for (const of of ['name', 'path'] as const) {
      const values = routes.map((route) => route[of])
      expect(values).toEqual([...new Set(values)])
    }
  }
})

test('every screen of an object, and every form, says in its title what it is', () => {
  const titles = (routes: readonly RouteSpec[]) => routes.map(({ title }) => `${title.zh} / ${title.en}`)
  const isOwn = ({ path, redirect }: RouteSpec) => !redirect && /:id|create$/.test(path)
  const lists = new Set(titles(areaRoutes.filter(({ menu }) => menu)))
  expect(titles(areaRoutes.filter(isOwn)).filter((title) => lists.has(title))).toEqual([])
})
