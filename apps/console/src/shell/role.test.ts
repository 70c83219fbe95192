import { describe, expect, it } from 'vitest'
import type { Session } from '../api/session.ts'
import { canSwitchMode, chooseRole, inAdminPage, isAuditor, showsTickets } from './role.ts'

describe('the mode of a visit', () => {
  it('[GUARD-17] [GUARD-18] [GUARD-19] the admin page first, the user page else', () => {
    expect(chooseRole({ perms: 147, saved: undefined, hasOrgs: true })).toBe(146)
    expect(chooseRole({ perms: 1, saved: undefined, hasOrgs: true })).toBe(1)
    expect(chooseRole({ perms: 147, saved: 146, hasOrgs: false })).toBe(1)
  })

  it('[GUARD-23] the one chosen before, if it is held', () => {
    expect(chooseRole({ perms: 147, saved: 1, hasOrgs: true })).toBe(1)
    expect(chooseRole({ perms: 3, saved: 146, hasOrgs: true })).toBe(2)
    expect(chooseRole({ perms: 147, saved: Number.NaN, hasOrgs: true })).toBe(146)
  })

  it('[ROLE-13] [ROLE-14] any of super, admin and audit is the admin page', () => {
    expect([146, 18, 2].every((role) => inAdminPage({ role }))).toBe(true)
    expect(inAdminPage({ role: 1 })).toBe(false)
  })

  it('[STATE-11] [STATE-12] can be changed with several roles, or with an organisation to administer', () => {
    const org = { id: 'a', name: 'a', is_default: true, is_root: false }
    expect(canSwitchMode({ roles: ['OrgAdmin', 'User'], orgs: [] })).toBe(true)
    expect(canSwitchMode({ roles: ['OrgAuditor'], orgs: [org] })).toBe(true)
    expect(canSwitchMode({ roles: ['User'], orgs: [] })).toBe(false)
  })

  it('[TOP-10] [TOP-11] an auditor is one by role, and no administrator', () => {
    expect(isAuditor({ roles: ['OrgAuditor'] })).toBe(true)
    expect(isAuditor({ roles: ['SuperAuditor'] })).toBe(true)
    expect(isAuditor({ roles: ['OrgAdmin', 'User', 'OrgAuditor'] })).toBe(false)
    expect(isAuditor({ roles: ['SuperAdmin', 'User'] })).toBe(false)
    expect(isAuditor({ roles: ['User'] })).toBe(false)
  })

  it('[TOP-06] [TOP-08] [TOP-09] [TOP-10] tickets are shown where they are enabled and licensed, and not to auditors', () => {
    const session = (settings: object, roles: Session['roles'] = ['OrgAdmin', 'User']) =>
      ({
        roles,
        settings: { TICKETS_ENABLED: true, XPACK_ENABLED: true, XPACK_LICENSE_IS_VALID: true, ...settings },
      }) as Session
    expect(showsTickets(session({}))).toBe(true)
    expect(showsTickets(session({ TICKETS_ENABLED: false }))).toBe(false)
    expect(showsTickets(session({ XPACK_LICENSE_IS_VALID: false }))).toBe(false)
    expect(showsTickets(session({}, ['OrgAuditor']))).toBe(false)
  })
})
