// Who holds which right: the permission bits of the console and the rules of the server, in one place.
import type { Access, Right } from '@drawbridge/resource'

export const BIT = { use: 1, audit: 2, admin: 16, super: 128 } as const

const sum = (...bits: number[]): number => bits.reduce((all, bit) => all | bit, 0)

export const ROLE = {
  SuperAdmin: sum(BIT.super, BIT.admin, BIT.audit),
  SuperAuditor: sum(BIT.super, BIT.audit, BIT.use),
  OrgAdmin: sum(BIT.admin, BIT.audit),
  OrgAuditor: sum(BIT.audit, BIT.use),
  User: BIT.use,
  Anon: 0,
} as const

export type RoleName = keyof typeof ROLE
export type SystemRole = 'Admin' | 'Auditor' | 'User' | 'App'
export type OrgRole = 'Admin' | 'Auditor' | 'User'

export const permsOf = (roles: readonly RoleName[]): number => sum(...roles.map((name) => ROLE[name]))
export const hasAll = (perms: number, needed: number): boolean => (perms & needed) === needed
export const mayAdminPage = (perms: number): boolean => (perms & (BIT.super | BIT.admin | BIT.audit)) !== 0
export const mayUserPage = (perms: number): boolean => hasAll(perms, BIT.use)

/** The console's roles of a profile, cumulative in the order of the specification. */
export const rolesOf = (profile: { role: string; current_org_roles: readonly string[] }): RoleName[] => {
  const roles = new Set<RoleName>()
  if (profile.role === 'Admin') roles.add('SuperAdmin').add('User')
  if (profile.current_org_roles.includes('Admin')) roles.add('OrgAdmin').add('User')
  if (profile.role === 'Auditor' || profile.current_org_roles.includes('Auditor')) roles.add('OrgAuditor')
  if (roles.size === 0) roles.add('User')
  return [...roles]
}

/** What decides over a person's rights in the organisation they stand in. */
export interface Standing {
  readonly role: SystemRole
  /** Active and not expired. */
  readonly valid: boolean
  /** Roles in the current organisation; nobody is a member of the root organisation. */
  readonly orgRoles: readonly OrgRole[]
}

const rules: Record<Exclude<Right, 'anonymous' | 'authenticated' | 'bootstrap'>, (who: Standing) => boolean> = {
  user: () => true,
  app: (who) => who.role === 'App',
  superAdmin: (who) => who.role === 'Admin',
  orgAdmin: (who) => who.role === 'Admin' || isPerson(who, 'Admin'),
  orgAuditor: (who) =>
    who.role === 'Admin' || who.role === 'Auditor' || isPerson(who, 'Admin') || isPerson(who, 'Auditor'),
}

const isPerson = (who: Standing, role: OrgRole): boolean => who.role !== 'App' && who.orgRoles.includes(role)

export const holds = (who: Standing | undefined, right: Right): boolean => {
  if (right === 'anonymous') return true
  if (!who || right === 'bootstrap') return false
  return right === 'authenticated' || (who.valid && rules[right](who))
}

/** Any one right of the list is enough; an empty list is for nobody. */
export const may = (who: Standing | undefined, access: Access): boolean => access.some((right) => holds(who, right))
