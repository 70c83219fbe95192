import type { Right } from '@drawbridge/resource'
import { describe, expect, test } from 'vitest'
import {
  BIT,
  hasAll,
  holds,
  may,
  mayAdminPage,
  mayUserPage,
  type OrgRole,
  permsOf,
  ROLE,
  type RoleName,
  rolesOf,
  type Standing,
  type SystemRole,
} from './access.ts'
import { orgRoles } from './orgs/member.ts'

describe('permission bits', () => {
  test.each([
    ['[ROLE-01] use', BIT.use, 1],
    ['[ROLE-02] audit', BIT.audit, 2],
    ['[ROLE-03] admin', BIT.admin, 16],
    ['[ROLE-04] super', BIT.super, 128],
    ['[ROLE-07] SuperAdmin', ROLE.SuperAdmin, 146],
    ['[ROLE-08] SuperAuditor', ROLE.SuperAuditor, 131],
    ['[ROLE-09] OrgAdmin', ROLE.OrgAdmin, 18],
    ['[ROLE-10] OrgAuditor', ROLE.OrgAuditor, 3],
    ['[ROLE-11] User', ROLE.User, 1],
    ['[ROLE-12] Anon', ROLE.Anon, 0],
  ])('%s is %d', (_, bits, value) => {
    expect(bits).toBe(value)
  })

  test('[ROLE-05] are summed with a bitwise or', () => {
    expect(permsOf(['OrgAuditor', 'User', 'OrgAdmin'])).toBe(19)
    expect(permsOf([])).toBe(0)
  })
  test('[ROLE-06] a check needs every bit that is asked for', () => {
    expect(hasAll(19, BIT.admin | BIT.use)).toBe(true)
    expect(hasAll(18, BIT.admin | BIT.use)).toBe(false)
    expect(hasAll(0, 0)).toBe(true)
  })
  test('[ROLE-13] any of super, admin and audit opens the administration', () => {
    for (const bit of [BIT.super, BIT.admin, BIT.audit]) expect(mayAdminPage(bit)).toBe(true)
    expect(mayAdminPage(BIT.use)).toBe(false)
    expect(mayAdminPage(0)).toBe(false)
  })
  test('[ROLE-14] the pages of users need use', () => {
    expect(mayUserPage(ROLE.User)).toBe(true)
    expect(mayUserPage(ROLE.OrgAdmin)).toBe(false)
  })
})

describe('the roles of a profile', () => {
  const roles = (role: string, ...current_org_roles: string[]): RoleName[] => rolesOf({ role, current_org_roles })

  test('[ROLE-15] [ROLE-22] a system administrator is SuperAdmin and User', () => {
    expect(roles('Admin')).toEqual(['SuperAdmin', 'User'])
  })
  test('[ROLE-16] an administrator of the organisation is OrgAdmin and User', () => {
    expect(roles('User', 'Admin')).toEqual(['OrgAdmin', 'User'])
  })
  test('[ROLE-17] [ROLE-21] a system auditor is OrgAuditor', () => {
    expect(roles('Auditor')).toEqual(['OrgAuditor'])
  })
  test('[ROLE-18] an auditor of the organisation is OrgAuditor', () => {
    expect(roles('User', 'Auditor')).toEqual(['OrgAuditor'])
  })
  test('[ROLE-19] everybody else is User', () => {
    expect(roles('User')).toEqual(['User'])
    expect(roles('User', 'User')).toEqual(['User'])
    expect(roles('App')).toEqual(['User'])
  })
  test('[ROLE-20] several roles add up', () => {
    expect(permsOf(roles('Admin', 'Admin', 'Auditor'))).toBe(147)
    expect(permsOf(roles('User', 'Admin'))).toBe(19)
    expect(permsOf(roles('User', 'Admin', 'Auditor'))).toBe(19)
    expect(roles('User', 'User', 'Auditor', 'Admin')).toEqual(['OrgAdmin', 'User', 'OrgAuditor'])
  })
  test('[ROLE-23] an organisation knows users, administrators and auditors', () => {
    expect(orgRoles.map(([role]) => role).sort()).toEqual(['Admin', 'Auditor', 'User'])
  })
})

describe('who may', () => {
  const who = (role: SystemRole, ...orgRoles: OrgRole[]): Standing => ({ role, valid: true, orgRoles })
  const rights: Right[] = [
    'anonymous',
    'authenticated',
    'user',
    'orgAuditor',
    'orgAdmin',
    'superAdmin',
    'app',
    'bootstrap',
  ]
  const held = (one: Standing | undefined) => rights.filter((right) => holds(one, right))

  test.each([
    ['a stranger', undefined, ['anonymous']],
    ['a user', who('User'), ['anonymous', 'authenticated', 'user']],
    ['a member', who('User', 'User'), ['anonymous', 'authenticated', 'user']],
    ['an auditor here', who('User', 'Auditor'), ['anonymous', 'authenticated', 'user', 'orgAuditor']],
    ['an administrator here', who('User', 'Admin'), ['anonymous', 'authenticated', 'user', 'orgAuditor', 'orgAdmin']],
    ['a system auditor', who('Auditor'), ['anonymous', 'authenticated', 'user', 'orgAuditor']],
    [
      'a system administrator',
      who('Admin'),
      ['anonymous', 'authenticated', 'user', 'orgAuditor', 'orgAdmin', 'superAdmin'],
    ],
    ['a component', who('App'), ['anonymous', 'authenticated', 'user', 'app']],
    ['a component somebody made an administrator', who('App', 'Admin'), ['anonymous', 'authenticated', 'user', 'app']],
    ['somebody expired', { ...who('Admin', 'Admin'), valid: false }, ['anonymous', 'authenticated']],
  ] as const)('%s', (_, one, expected) => {
    expect(held(one)).toEqual(expected)
  })

  test('any one right of a list is enough; an empty list is for nobody', () => {
    expect(may(who('User', 'Auditor'), ['orgAdmin', 'orgAuditor'])).toBe(true)
    expect(may(who('User'), ['orgAdmin', 'app'])).toBe(false)
    expect(may(who('Admin'), [])).toBe(false)
    expect(may(undefined, ['user', 'anonymous'])).toBe(true)
  })
})
