import { setImmediate } from 'node:timers/promises'

// Long loops call the returned function at every step; it lets the rest of the server run when its turn is overdue.
export const breather = (everyMs = 5) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < everyMs) return
    await setImmediate()
    since = performance.now()
  }
}
