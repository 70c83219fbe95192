// What happens before the first screen, in the order of the specification. Pure: the calls come in, a verdict goes out.
import type { Failure } from '../api/failure.ts'
import {
  isLicensed,
  type Organisation,
  type Profile,
  type PublicSettings,
  type Session,
  standingOf,
} from '../api/session.ts'
import type { RouteSpec } from '../kit/route.ts'
import { properOrganisation, visibleOrganisations } from './organisations.ts'
import { chooseRole } from './role.ts'

/** From the missing cookie to the login page. */
export const LOGIN_DELAY_MS = 100

export interface GuardCalls {
  settings(): Promise<PublicSettings>
  title(settings: PublicSettings): void
  token(): string | undefined
  profile(): Promise<Profile | undefined>
  /** Whether this tab was sent to the login already because the profile was refused, and has not been let in since. Asked once. */
  refusedBefore(): boolean
  /** The organisation the server took the profile in; unknown where the person has no place in it. */
  currentOrganisation(): Promise<Organisation | undefined>
  savedOrganisation(): Organisation | undefined
  savedRole(): number | undefined
  /** Forgets the role, remembers the organisation. */
  enter(org: Organisation): void
  /** The profile as it is in the organisation entered. */
  profileAgain(): Promise<Profile | undefined>
  routes(session: Session): readonly RouteSpec[]
}

export type Verdict =
  | { readonly to: 'login'; readonly afterMs: number }
  | { readonly to: 'unverified'; readonly logOut?: true }
  | {
      readonly to: 'screens'
      readonly session: Session
      readonly routes: readonly RouteSpec[]
      readonly problem?: unknown
    }
  | { readonly to: 'first-login'; readonly session: Session; readonly routes: readonly RouteSpec[] }

export const guard = async (calls: GuardCalls): Promise<Verdict> => {
  const settings = await calls.settings()
  calls.title(settings)
  const token = calls.token()
  if (!token) return { to: 'login', afterMs: LOGIN_DELAY_MS }
  const first = await known(calls.profile())
  // The login page sends people who are logged in back here: what is refused to them twice would lead round in circles.
  if (first === 'refused' && calls.refusedBefore()) return { to: 'unverified', logOut: true }
  if (first === 'stranger' || first === 'refused') return { to: 'login', afterMs: 0 }
  if (!first) return { to: 'unverified' }
  const licensed = isLicensed({ settings } as Session)
  const orgs = visibleOrganisations(first.admin_or_audit_orgs, licensed)
  const { org, profile } = await place(calls, first, orgs)
  if (!profile) return { to: 'unverified' }
  const standing = standingOf(profile)
  const role = chooseRole({ perms: standing.perms, saved: calls.savedRole(), hasOrgs: orgs.length > 0 })
  const session: Session = { ...standing, token, settings, profile, org, orgs, role }
  return screens(calls, session)
}

/** Where the person stands: the organisation of before if it is still theirs, else a proper one. */
const place = async (calls: GuardCalls, profile: Profile, orgs: readonly Organisation[]) => {
  if (orgs.length === 0) return { org: await calls.currentOrganisation(), profile }
  const saved = calls.savedOrganisation()
  const still = orgs.find(({ id }) => id === saved?.id)
  if (still) return { org: still, profile }
  const org = properOrganisation(orgs)!
  calls.enter(org)
  const asked = await calls.currentOrganisation()
  return { org, profile: asked?.id === org.id ? profile : await calls.profileAgain() }
}

const screens = (calls: GuardCalls, session: Session): Verdict => {
  try {
    const routes = calls.routes(session)
    return { to: session.profile?.is_first_login ? 'first-login' : 'screens', session, routes }
  } catch (problem) {
    return { to: 'screens', session, routes: [], problem }
  }
}

const known = async (profile: Promise<Profile | undefined>): Promise<Profile | undefined | 'stranger' | 'refused'> => {
  try {
    return await profile
  } catch (error) {
    const { status } = error as Failure
    if (status === 401) return 'stranger'
    if (status === 403) return 'refused'
    throw error
  }
}
