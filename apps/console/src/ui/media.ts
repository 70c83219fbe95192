import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** Where the side menu becomes a drawer: under 992 px. */
export const MOBILE_QUERY = '(max-width: 991.98px)'

export const useMedia = (query: string): boolean => {
  const media = useMemo(() => matchMedia(query), [query])
  const subscribe = useCallback(
    (listener: () => void) => {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [media],
  )
  return useSyncExternalStore(subscribe, () => media.matches)
}
