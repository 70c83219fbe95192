import { BIT } from '@drawbridge/model/access'
import { describe, expect, it } from 'vitest'
import type { PublicSettings, Session } from '../api/session.ts'
import { allowedRoutes } from '../shell/allowed-routes.ts'
import { areaRoutes } from './index.ts'

const ADMIN = BIT.admin | BIT.audit

const visitor = (role: number, licensed = true): Session => ({
  orgs: [],
  roles: [],
  perms: role,
  role,
  isSuperAdmin: false,
  settings: {
    XPACK_ENABLED: true,
    XPACK_LICENSE_IS_VALID: licensed,
    TICKETS_ENABLED: true,
    CAPABILITIES: ['explain'],
  } as unknown as PublicSettings,
})

const isIn = (path: string, section: string) => path === section || path.startsWith(`${section}/`)
const pathsOf = (section: string) => areaRoutes.map(({ path }) => path).filter((path) => isIn(path, section))
const pathsFor = (section: string, session: Session) =>
  allowedRoutes(areaRoutes, session)
    .map(({ path }) => path)
    .filter((path) => isIn(path, section))

describe('screens of rights', () => {
  it.each(['applications', 'perms'])('[RTAPP-01] [RTPERM-01] of /%s are for administrators only', (section) => {
    expect(pathsOf(section).length).toBeGreaterThan(8)
    expect(pathsFor(section, visitor(ADMIN))).toEqual(pathsOf(section))
    for (const role of [BIT.use, BIT.audit, BIT.audit | BIT.use]) expect(pathsFor(section, visitor(role))).toEqual([])
  })

  it('[RTAPP-02] of remote apps need a licence', () => {
    expect(pathsFor('applications/remote-apps', visitor(ADMIN))).toHaveLength(4)
    expect(pathsFor('applications/remote-apps', visitor(ADMIN, false))).toEqual([])
    expect(pathsFor('applications/database-apps', visitor(ADMIN, false))).toHaveLength(4)
  })

  it('[RTACL-01] of asset login rules need a licence', () => {
    expect(pathsFor('acl', visitor(ADMIN))).toEqual(pathsOf('acl'))
    expect(pathsFor('acl', visitor(ADMIN, false))).toEqual([])
    expect(pathsFor('acl', visitor(BIT.use))).toEqual([])
  })

  it('[RTUSER-15] of user login rules need an administrator and no licence, as one place says', () => {
    const rules = areaRoutes.filter(({ path }) => isIn(path, 'users/user-acl'))
    expect(rules.map(({ licensed }) => licensed)).toEqual([false, false, false, false])
    expect(pathsFor('users/user-acl', visitor(ADMIN, false))).toHaveLength(4)
    expect(pathsFor('users/user-acl', visitor(BIT.use))).toEqual([])
  })

  it('[MY-01] [MY-04] of ordinary users need the right to use, on the user page; remote apps a licence too', () => {
    const mine = (session: Session) => allowedRoutes(areaRoutes, session).filter(({ mode }) => mode === 'user')
    expect(mine(visitor(BIT.use)).map(({ path }) => path)).toEqual(
      expect.arrayContaining(['', 'apps/remoteapp', 'apps/database', 'apps/kubernetes']),
    )
    expect(mine(visitor(BIT.use, false)).map(({ path }) => path)).not.toContain('apps/remoteapp')
    expect(mine(visitor(ADMIN))).toEqual([])
    expect(mine(visitor(0))).toEqual([])
  })

  it('explain access only where the server can', () => {
    const plain = { ...visitor(ADMIN), settings: { ...visitor(ADMIN).settings!, CAPABILITIES: [] } }
    expect(pathsFor('perms/why', visitor(ADMIN))).toEqual(['perms/why'])
    expect(pathsFor('perms/why', plain)).toEqual([])
  })
})
