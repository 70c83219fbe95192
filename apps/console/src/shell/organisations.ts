// Which organisations a person sees, and which one is the right one to start in.
import type { Organisation, Session } from '../api/session.ts'
import { inAdminPage } from './role.ts'

/** Without a licence there is no organisation above the others. */
export const visibleOrganisations = (orgs: readonly Organisation[], licensed: boolean): readonly Organisation[] =>
  licensed ? orgs : orgs.filter((org) => !org.is_root)

export const properOrganisation = (orgs: readonly Organisation[]): Organisation | undefined =>
  orgs.find((org) => org.is_default) ?? orgs[0]

/** The selector is of use on admin pages, where there is more than the root and the default organisation. */
export const offersOrganisations = (session: Pick<Session, 'role' | 'orgs'>): boolean =>
  inAdminPage(session) && session.orgs.some((org) => !org.is_root && !org.is_default)

/** What a cookie of ours, or of anybody, holds. */
export const readOrganisation = (text: string | undefined): Organisation | undefined => {
  try {
    const { id, name, is_default, is_root } = JSON.parse(text ?? 'null') ?? {}
    if (typeof id !== 'string' || typeof name !== 'string') return undefined
    return { id, name, is_default: is_default === true, is_root: is_root === true }
  } catch {
    return undefined
  }
}

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** An object of one organisation is not there in the next: then there is only the way home. */
export const survivesSwitch = (path: string): boolean => !ID.test(path)
