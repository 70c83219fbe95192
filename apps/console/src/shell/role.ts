// The mode of a visit: the admin page with the bits of an administrator or auditor, or the user page.
import { BIT, hasAll, mayAdminPage } from '@drawbridge/model/access'
import { isLicensed, type Session } from '../api/session.ts'

const ADMIN_PAGE = BIT.super | BIT.admin | BIT.audit

export const adminPageRole = (perms: number): number => perms & ADMIN_PAGE
export const USER_PAGE_ROLE: number = BIT.use

export const inAdminPage = ({ role }: Pick<Session, 'role'>): boolean => mayAdminPage(role)

export interface Choice {
  readonly perms: number
  /** Of the cookie. */
  readonly saved: number | undefined
  /** Whether the person administers or audits any organisation. */
  readonly hasOrgs: boolean
}

/** What was chosen before stands while the person still has it; else the admin page comes first. */
export const chooseRole = ({ perms, saved, hasOrgs }: Choice): number => {
  if (!hasOrgs) return USER_PAGE_ROLE
  const admin = adminPageRole(perms)
  if (saved === USER_PAGE_ROLE && hasAll(perms, USER_PAGE_ROLE)) return saved
  return admin === 0 ? USER_PAGE_ROLE : admin
}

export const canSwitchMode = ({ roles, orgs }: Pick<Session, 'roles' | 'orgs'>): boolean =>
  roles.length > 1 || orgs.length > 0

/** By role, not by the audit bit, which every administrator has too. */
export const isAuditor = ({ roles }: Pick<Session, 'roles'>): boolean =>
  (roles.includes('OrgAuditor') || roles.includes('SuperAuditor')) &&
  !roles.includes('SuperAdmin') &&
  !roles.includes('OrgAdmin')

/** The way to the tickets in the top bar. */
export const showsTickets = (session: Session): boolean =>
  Boolean(session.settings?.TICKETS_ENABLED) && isLicensed(session) && !isAuditor(session)
