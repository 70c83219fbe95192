/** The selection after one box was ticked; with Shift, all between it and the one ticked before follow it. */
export const toggled = (
  keys: ReadonlySet<string>,
  order: readonly string[],
  key: string,
  from?: string,
): Set<string> => {
  const next = new Set(keys)
  const on = !keys.has(key)
  const a = from === undefined ? -1 : order.indexOf(from)
  const b = order.indexOf(key)
  const touched = a < 0 || b < 0 ? [key] : order.slice(Math.min(a, b), Math.max(a, b) + 1)
  for (const one of touched) on ? next.add(one) : next.delete(one)
  return next
}
