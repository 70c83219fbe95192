import { useCallback, useSyncExternalStore } from 'react'

/** Where the side menu becomes a drawer: under 992 px. */
export const MOBILE_QUERY = '(max-width: 991.98px)'

export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
