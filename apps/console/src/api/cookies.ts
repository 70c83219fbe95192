// Cookies of the contract, by their names there.
export const COOKIE = {
  csrf: 'csrftoken',
  org: 'jms_current_org',
  orgId: 'X-JMS-ORG',
  role: 'jms_current_role',
  sidebar: 'sidebarStatus',
  tab: 'activeTab',
  currentAsset: 'show_current_asset',
} as const

export const DAY_MS = 86_400_000
/** Days that the current organisation and role are remembered. */
export const REMEMBER_DAYS = 14

export const readCookie = (name: string): string | undefined => {
  const found = document.cookie.split(/;\s*/).find((part) => part.startsWith(`${name}=`))
  if (!found) return undefined
  try {
    return decodeURIComponent(found.slice(name.length + 1))
  } catch {
    return undefined
  }
}

export const writeCookie = (name: string, value: string, days?: number): void => {
  const life = days === undefined ? '' : `; max-age=${Math.round((days * DAY_MS) / 1000)}`
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not there on plain http.
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; samesite=lax${life}`
}

export const dropCookie = (name: string): void => writeCookie(name, '', 0)
