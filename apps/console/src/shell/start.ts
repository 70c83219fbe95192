// From an address to a session: everything that can be asked at once is asked at once, and judged in the order of the guard.
import { matchPath } from 'react-router'
import { get } from '../api/client.ts'
import { COOKIE, readCookie } from '../api/cookies.ts'
import { prefetchList, queries } from '../api/resource.ts'
import { changeSession, type Organisation, type Profile, type PublicSettings } from '../api/session.ts'
import { openingQuery } from '../kit/list/list-query.ts'
import { BASE } from '../kit/paths.ts'
import type { RouteSpec } from '../kit/route.ts'
import { language } from '../words/language.ts'
import { allowedRoutes } from './allowed-routes.ts'
import { type GuardCalls, guard, type Verdict } from './guard.ts'
import { forgetRole, rememberOrganisation, rememberRole, sendOrganisationOf } from './leaving.ts'
import { carriedOver } from './old-address.ts'
import { readOrganisation } from './organisations.ts'
import { settleRoutes } from './routes-here.ts'
import { wearBrand } from './title.ts'

const SETTINGS = '/api/v1/settings/public/'
const PROFILE = '/api/v1/users/profile/'
const CURRENT = '/api/v1/orgs/orgs/current/'

const REFUSED = 'profileRefused'

const quiet = { flash: false } as const
const nothing = () => undefined

export const start = async (specs: readonly RouteSpec[]): Promise<Verdict> => {
  const carried = carriedOver(location.hash, BASE)
  if (carried) history.replaceState(null, '', carried)
  const verdict = await guard(callsFor(specs))
  if ('session' in verdict) {
    sessionStorage.removeItem(REFUSED)
    changeSession(verdict.session)
    rememberRole(verdict.session.role)
    settleRoutes(verdict.routes)
  }
  return verdict
}

export const loadSettings = async (): Promise<PublicSettings> => {
  const answer = await get<{ data: PublicSettings }>(SETTINGS, quiet)
  return answer.data
}

const callsFor = (specs: readonly RouteSpec[]): GuardCalls => {
  const token = readCookie(COOKIE.csrf)
  const saved = readOrganisation(readCookie(COOKIE.org))
  if (saved) sendOrganisationOf(saved)
  const settings = loadSettings()
  const profile = token ? get<Profile>(PROFILE, quiet) : undefined
  const current = token ? get<Organisation>(CURRENT, quiet).catch(nothing) : undefined
  if (token) askAhead(specs)
  // Judged in their turn; until then a refusal is nobody's business.
  profile?.catch(nothing)
  return {
    settings: () => settings,
    title: wearBrand,
    token: () => token,
    profile: async () => profile,
    refusedBefore: () => {
      const before = sessionStorage.getItem(REFUSED) !== null
      sessionStorage.setItem(REFUSED, '1')
      return before
    },
    currentOrganisation: async () => current,
    savedOrganisation: () => saved,
    savedRole: () => Number(readCookie(COOKIE.role)),
    enter: (org) => {
      forgetRole()
      rememberOrganisation(org)
    },
    profileAgain: () => {
      // What was asked ahead was of another organisation.
      queries.clear()
      return get<Profile>(PROFILE, quiet)
    },
    routes: (session) => allowedRoutes(specs, session),
  }
}

/** The screen in the address, its code and its first rows, before anybody knows whether it will be shown. */
const askAhead = (specs: readonly RouteSpec[]): void => {
  const path = location.pathname.slice(BASE.length).replace(/^\/?$/, '/dashboard')
  const spec = specs.find((one) => one.load && matchPath(`/${one.path}`, path))
  spec?.load?.().catch(nothing)
  // With something in the query the list asks for something else.
  if (location.search !== '') return
  for (const one of spec?.prefetch ?? []) {
    const list = typeof one === 'string' ? { url: one } : one
    prefetchList(list.url, openingQuery(list), language())
  }
}
