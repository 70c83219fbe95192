// The language of the interface: Chinese unless told otherwise. Switching is instant and remembered, for the server too.
import { useSyncExternalStore } from 'react'

export type Lang = 'zh' | 'en'

/** Codes as they are stored: `cn` and `en` in local storage, `zh-hans` and `en` in the cookie that the server reads. */
const stored = { zh: 'cn', en: 'en' } as const
const cookies = { zh: 'zh-hans', en: 'en' } as const
const KEY = 'lang'
const COOKIE = 'django_language'

/** The cookie decides where it is set, then what was stored, then Chinese. */
export const readLanguage = (cookie: string, saved: string | null): Lang => {
  const set = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`).exec(cookie)?.[1]
  if (set) return set === cookies.en ? 'en' : 'zh'
  return saved === stored.en ? 'en' : 'zh'
}

let current: Lang = typeof document === 'undefined' ? 'zh' : readLanguage(document.cookie, localStorage.getItem(KEY))
const listeners = new Set<() => void>()

export const language = (): Lang => current

export const switchLanguage = (to: Lang): void => {
  current = to
  localStorage.setItem(KEY, stored[to])
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not there on plain http.
  document.cookie = `${COOKIE}=${cookies[to]}; path=/; max-age=31536000; samesite=lax`
  document.documentElement.lang = to === 'zh' ? 'zh-CN' : 'en'
  for (const listener of listeners) listener()
}

export const useLanguage = (): Lang => useSyncExternalStore(subscribe, () => current)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
