// For what nobody waits for: asked when the screen has what it asked for, and the browser has drawn it.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Safari has no idle moments to give away. */
const whenIdle = (run: () => void): unknown => (window.requestIdleCallback ?? setTimeout)(run)

/** Whether it has been quiet once since this was drawn. */
export const useQuiet = (): boolean => {
  const client = useQueryClient()
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    if (isQuiet) return
    let isGone = false
    const look = () => void whenIdle(() => !isGone && client.isFetching() === 0 && setQuiet(true))
    const stop = client.getQueryCache().subscribe(look)
    look()
    return () => {
      isGone = true
      stop()
    }
  }, [client, isQuiet])
  return isQuiet
}
