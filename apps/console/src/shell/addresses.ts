// Places outside of the single page: of the server, of other components, and how to get back from there.
import { BASE } from '../kit/paths.ts'

const LOGIN = '/core/auth/login/'
const LOGOUT = '/core/auth/logout/'

export const webTerminal = (): string => `/luna/?_=${Date.now()}`

export const helpLinks = {
  docs: 'http://docs.jumpserver.org',
  support: 'http://www.jumpserver.org/support/',
  enterprise: 'https://jumpserver.org/enterprise.html',
} as const

/** With the way back, unless it is the front door. */
export const loginPath = (here: string): string =>
  here === `${BASE}/` || here === BASE ? LOGIN : `${LOGIN}?next=${encodeURIComponent(here)}`

export const logoutPath = (here: string): string => `${LOGOUT}?next=${encodeURIComponent(here)}`

export const whereIAm = (): string => location.pathname + location.search

export const openElsewhere = (address: string): void => {
  window.open(address, '_blank', 'noopener')
}
