// Who is here, in which organisation, as what. One state for the whole console, read by every layer above.
import { permsOf, type RoleName, rolesOf } from '@drawbridge/model/access'
import { useSyncExternalStore } from 'react'

export interface Organisation {
  readonly id: string
  readonly name: string
  readonly is_default: boolean
  readonly is_root: boolean
}

export interface Profile {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly email: string
  readonly role: string
  readonly source: string
  readonly is_first_login: boolean
  readonly current_org_roles: readonly string[]
  readonly admin_or_audit_orgs: readonly Organisation[]
  readonly user_all_orgs: readonly Organisation[]
  readonly date_password_last_updated: string | null
  readonly guide_url: string | null
  readonly mfa_level: number
  readonly mfa_enabled?: boolean
  readonly mfa_force_enabled?: boolean
  readonly [field: string]: unknown
}

export interface PublicSettings {
  readonly XPACK_ENABLED: boolean
  readonly XPACK_LICENSE_IS_VALID: boolean
  readonly LOGO_URLS: { readonly favicon?: string; readonly logo_index?: string; readonly logo_logout?: string }
  readonly LOGIN_TITLE: string
  readonly TICKETS_ENABLED: boolean
  readonly LOGIN_CONFIRM_ENABLE?: boolean
  readonly SECURITY_COMMAND_EXECUTION: boolean
  readonly SECURITY_VIEW_AUTH_NEED_MFA: boolean
  readonly SECURITY_MFA_VERIFY_TTL: number
  readonly SECURITY_PASSWORD_EXPIRATION_TIME: number
  readonly PASSWORD_RULE?: Readonly<Record<string, number | boolean>>
  /** What only our own server has; absent elsewhere. */
  readonly CAPABILITIES?: readonly string[]
}

export interface Session {
  readonly token?: string
  readonly settings?: PublicSettings
  readonly profile?: Profile
  readonly org?: Organisation
  readonly orgs: readonly Organisation[]
  readonly roles: readonly RoleName[]
  readonly sysRole?: string
  /** All bits held in the current organisation. */
  readonly perms: number
  /** The bits of the mode chosen: admin page or user page. */
  readonly role: number
  readonly mfaVerified?: number
  readonly isSuperAdmin: boolean
}

const EMPTY: Session = { orgs: [], roles: [], perms: 0, role: 0, isSuperAdmin: false }

let session: Session = EMPTY
const listeners = new Set<() => void>()

export const currentSession = (): Session => session

export const changeSession = (change: Partial<Session>): void => {
  session = { ...session, ...change }
  for (const listener of listeners) listener()
}

export const resetSession = (): void => {
  session = EMPTY
  for (const listener of listeners) listener()
}

export const useSession = (): Session => useSyncExternalStore(subscribe, () => session)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Roles and bits that follow from a profile. */
export const standingOf = (profile: Profile): Pick<Session, 'roles' | 'perms' | 'sysRole' | 'isSuperAdmin'> => {
  const roles = rolesOf(profile)
  return { roles, perms: permsOf(roles), sysRole: profile.role, isSuperAdmin: profile.role === 'Admin' }
}

/** Both flags: the extension is there, and its licence holds. */
export const isLicensed = ({ settings }: Session = session): boolean =>
  Boolean(settings?.XPACK_ENABLED && settings.XPACK_LICENSE_IS_VALID)
export const inRootOrg = ({ org }: Session = session): boolean => org?.is_root ?? false
export const can = (capability: string, { settings }: Session = session): boolean =>
  settings?.CAPABILITIES?.includes(capability) ?? false
