import { describe, expect, it } from 'vitest'
import { Failure } from '../api/failure.ts'
import type { Organisation, Profile, PublicSettings } from '../api/session.ts'
import type { RouteSpec } from '../kit/route.ts'
import { type GuardCalls, guard, LOGIN_DELAY_MS } from './guard.ts'

const org = (id: string, more: Partial<Organisation> = {}): Organisation => ({
  id,
  name: id,
  is_default: false,
  is_root: false,
  ...more,
})
const root = org('root', { is_root: true })
const standard = org('default', { is_default: true })
const other = org('other')

const settings = { XPACK_ENABLED: true, XPACK_LICENSE_IS_VALID: true } as PublicSettings
const aProfile = (more: Partial<Profile> = {}): Profile =>
  ({
    id: 'me',
    role: 'Admin',
    is_first_login: false,
    current_org_roles: [],
    admin_or_audit_orgs: [root, standard, other],
    ...more,
  }) as Profile
const screen: RouteSpec = { path: 'dashboard', name: 'dashboard', title: { zh: '', en: '' } }

const walk = async (change: Partial<{ [K in keyof GuardCalls]: GuardCalls[K] }> = {}) => {
  const order: string[] = []
  const calls: GuardCalls = {
    settings: async () => settings,
    title: () => undefined,
    token: () => 'token',
    profile: async () => aProfile(),
    refusedBefore: () => false,
    currentOrganisation: async () => standard,
    savedOrganisation: () => standard,
    savedRole: () => undefined,
    enter: () => undefined,
    profileAgain: async () => aProfile(),
    routes: () => [screen],
    ...change,
  }
  const noted = Object.fromEntries(
    Object.entries(calls).map(([name, run]) => [
      name,
      (...values: unknown[]) => {
        order.push(name)
        return (run as (...values: unknown[]) => unknown)(...values)
      },
    ]),
  ) as unknown as GuardCalls
  const verdict = await guard(noted)
  return { order, verdict, session: 'session' in verdict ? verdict.session : undefined }
}

describe('the start-up guard', () => {
  it('[GUARD-01] [GUARD-02] [GUARD-03] [GUARD-04] [GUARD-08] [GUARD-12] [GUARD-16] [GUARD-20] takes its steps in order', async () => {
    const { order, verdict, session } = await walk()
    expect(order).toEqual(['settings', 'title', 'token', 'profile', 'savedOrganisation', 'savedRole', 'routes'])
    expect(verdict).toMatchObject({ to: 'screens', routes: [screen] })
    expect(session).toMatchObject({ orgs: [root, standard, other], roles: ['SuperAdmin', 'User'], perms: 147 })
  })

  it('[STATE-01] [ROLE-22] leaves a session that knows all of it', async () => {
    expect((await walk()).session).toMatchObject({
      token: 'token',
      org: standard,
      role: 146,
      profile: { id: 'me' },
      roles: ['SuperAdmin', 'User'],
      sysRole: 'Admin',
      orgs: [root, standard, other],
      perms: 147,
      isSuperAdmin: true,
      settings,
    })
  })

  it('[GUARD-05] [GUARD-06] [GUARD-07] [CONST-28] without the cookie leads to the login after 100 ms, and asks nothing more', async () => {
    const { order, verdict } = await walk({ token: () => undefined })
    expect(verdict).toEqual({ to: 'login', afterMs: 100 })
    expect(LOGIN_DELAY_MS).toBe(100)
    expect(order).toEqual(['settings', 'title', 'token'])
  })

  it.each([401, 403])(
    '[GUARD-09] [GUARD-10] [ERR-10] a profile refused with %i leads to the login at once',
    async (status) => {
      const profile = () => Promise.reject(new Failure('refused', status))
      expect((await walk({ profile })).verdict).toEqual({ to: 'login', afterMs: 0 })
    },
  )

  it('a profile refused again to somebody whom the login page sent back leads nowhere: no circles', async () => {
    const refused = (status: number) => () => Promise.reject(new Failure('refused', status))
    const again = { refusedBefore: () => true }
    expect((await walk({ ...again, profile: refused(403) })).verdict).toEqual({ to: 'unverified', logOut: true })
    expect((await walk({ ...again, profile: refused(401) })).verdict).toEqual({ to: 'login', afterMs: 0 })
  })

  it('a server that fails is no reason to log in again', async () => {
    await expect(walk({ profile: () => Promise.reject(new Failure('refused', 500)) })).rejects.toThrow(Failure)
  })

  it('[GUARD-11] without any profile says that the verification failed', async () => {
    expect((await walk({ profile: async () => undefined })).verdict).toEqual({ to: 'unverified' })
  })

  it('[GUARD-13] stays in the organisation of before', async () => {
    const { order, session } = await walk({ savedOrganisation: () => other })
    expect(session?.org).toEqual(other)
    expect(order).not.toContain('enter')
  })

  it('[GUARD-14] enters a proper organisation where none is set, and asks who the person is there', async () => {
    const { order, session } = await walk({
      savedOrganisation: () => undefined,
      profile: async () => aProfile({ role: 'User', current_org_roles: [], admin_or_audit_orgs: [other] }),
      profileAgain: async () => aProfile({ role: 'User', current_org_roles: ['Admin'], admin_or_audit_orgs: [other] }),
    })
    expect(session).toMatchObject({ org: other, roles: ['OrgAdmin', 'User'], role: 18 })
    expect(order.slice(5)).toEqual(['enter', 'currentOrganisation', 'profileAgain', 'savedRole', 'routes'])
  })

  it('[GUARD-14] does not ask twice when the profile was of that organisation already', async () => {
    const { order } = await walk({ savedOrganisation: () => undefined })
    expect(order).toContain('enter')
    expect(order).not.toContain('profileAgain')
  })

  it('[GUARD-15] leaves an organisation that is no longer theirs', async () => {
    const { order, session } = await walk({ savedOrganisation: () => org('gone') })
    expect(order).toContain('enter')
    expect(session?.org).toEqual(standard)
  })

  it('[GUARD-17] [GUARD-18] [GUARD-19] picks the page', async () => {
    const roleOf = async (profile: Partial<Profile>) =>
      (await walk({ profile: async () => aProfile(profile) })).session?.role
    expect(await roleOf({ role: 'Admin' })).toBe(146)
    expect(await roleOf({ role: 'User', current_org_roles: ['Admin'] })).toBe(18)
    expect(await roleOf({ role: 'User', current_org_roles: ['Auditor'] })).toBe(2)
    expect(await roleOf({ role: 'User', current_org_roles: ['User'] })).toBe(1)
    expect(await roleOf({ role: 'Admin', admin_or_audit_orgs: [] })).toBe(1)
  })

  it('[GUARD-23] keeps the page chosen before while the person still has it', async () => {
    const roleOf = async (saved: number, profile: Partial<Profile> = {}) =>
      (await walk({ savedRole: () => saved, profile: async () => aProfile(profile) })).session?.role
    expect(await roleOf(1)).toBe(1)
    expect(await roleOf(146)).toBe(146)
    expect(await roleOf(146, { role: 'User', current_org_roles: ['Admin'] })).toBe(18)
  })

  it('[GUARD-21] leads to the own data at the first login', async () => {
    const { verdict } = await walk({ profile: async () => aProfile({ is_first_login: true }) })
    expect(verdict).toMatchObject({ to: 'first-login', routes: [screen] })
  })

  it('[GUARD-22] tells when the routes could not be made', async () => {
    const problem = new Error('a broken route')
    const routes = () => {
      throw problem
    }
    expect((await walk({ routes })).verdict).toMatchObject({ to: 'screens', routes: [], problem })
  })

  it('[ROOTORG-06] hides the root organisation without a licence', async () => {
    const unlicensed = { ...settings, XPACK_LICENSE_IS_VALID: false }
    const { session } = await walk({ settings: async () => unlicensed, savedOrganisation: () => root })
    expect(session).toMatchObject({ orgs: [standard, other], org: standard })
  })
})
