// Ways that leave the page: to log in, to log out, into another organisation, into the other mode.

import { mayAdminPage, mayUserPage } from '@drawbridge/model/access'
import { get, post, useOrganisation as sendOrganisation } from '../api/client.ts'
import { COOKIE, dropCookie, REMEMBER_DAYS, writeCookie } from '../api/cookies.ts'
import { queries } from '../api/resource.ts'
import { changeSession, currentSession, type Organisation, resetSession } from '../api/session.ts'
import { BASE } from '../kit/paths.ts'
import { loginPath, logoutPath, whereIAm } from './addresses.ts'
import { properOrganisation, survivesSwitch } from './organisations.ts'
import { adminPageRole, inAdminPage, USER_PAGE_ROLE } from './role.ts'

/** A log-out that gets no answer does not keep anybody here. */
const PATIENCE_MS = 3_000
/** Set while an organisation is being changed: a screen that is not there in the new one leads home then. */
const MOVING = 'movingOrganisation'

export const goToLogin = (): void => location.assign(loginPath(whereIAm()))
export const goToLogout = (): void => location.assign(logoutPath(whereIAm()))

export const logOut = async (): Promise<void> => {
  const { token } = currentSession()
  await Promise.race([
    post('/vue-admin-template/user/logout', { token }, { flash: false }).catch(() => undefined),
    new Promise((done) => setTimeout(done, PATIENCE_MS)),
  ])
  const next = whereIAm()
  for (const name of [COOKIE.org, COOKIE.orgId, COOKIE.role, COOKIE.sidebar, COOKIE.tab]) dropCookie(name)
  // What is on the screen goes with the page; emptied under it, it would flicker.
  location.assign(logoutPath(next))
  queries.clear()
  resetSession()
}

/** Remembers where the person stands; calls from now on say so. */
export const rememberOrganisation = (org: Organisation): void => {
  writeCookie(COOKIE.org, JSON.stringify(org), REMEMBER_DAYS)
  sendOrganisationOf(org)
}

/** Links to files cannot carry the header: a cookie does. */
export const sendOrganisationOf = (org: Organisation): void => {
  writeCookie(COOKIE.orgId, org.id)
  sendOrganisation(org.id)
}

export const rememberRole = (role: number): void => writeCookie(COOKIE.role, String(role), REMEMBER_DAYS)

export const forgetRole = (): void => {
  dropCookie(COOKIE.role)
  changeSession({ role: 0 })
}

export const enterOrganisation = async (id: string): Promise<void> => {
  const org = await get<Organisation>('/api/v1/orgs/orgs/current/', { query: { oid: id } })
  if (org.id !== id) return console.warn(`No such organisation: ${id}`)
  dropCookie(COOKIE.role)
  rememberOrganisation(org)
  sessionStorage.setItem(MOVING, '1')
  if (survivesSwitch(whereIAm())) location.reload()
  else location.assign(`${BASE}/`)
}

/** Whether this page load is the second half of a change of organisation. Asked once. */
export const wasMoving = (): boolean => {
  const moving = sessionStorage.getItem(MOVING) !== null
  sessionStorage.removeItem(MOVING)
  return moving
}

/** From the admin page to the user page, or back. */
export const switchMode = async (): Promise<void> => {
  const session = currentSession()
  if (inAdminPage(session)) {
    if (!mayUserPage(session.perms)) return
    rememberRole(USER_PAGE_ROLE)
  } else if (mayAdminPage(session.perms)) rememberRole(adminPageRole(session.perms))
  else {
    const proper = properOrganisation(session.orgs)
    return proper && enterOrganisation(proper.id)
  }
  location.assign(`${BASE}/`)
}
