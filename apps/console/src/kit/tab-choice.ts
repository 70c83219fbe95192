// Which tab is open: what the address says, then what was open last, then the page's own; each only if it is a tab here.
export const chosenTab = (
  keys: readonly string[],
  { query, cookie, fallback }: { query?: string | null; cookie?: string; fallback?: string },
): string | undefined => [query, cookie, fallback].find((key) => key && keys.includes(key)) ?? keys[0]
