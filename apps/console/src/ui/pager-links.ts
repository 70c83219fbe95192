/** Which pages have a link, from 0: always the first and the last, the rest around where one is; a gap where some are left out. */
export const pagerLinks = (pages: number, page: number, links: number): (number | 'before' | 'after')[] => {
  if (pages <= links) return Array.from({ length: pages }, (_, index) => index)
  const inner = links - 2
  const start = Math.max(1, Math.min(page - Math.floor(inner / 2), pages - 1 - inner))
  const middle = Array.from({ length: inner }, (_, index) => start + index)
  return [
    0,
    ...(start > 1 ? (['before'] as const) : []),
    ...middle,
    ...(start + inner < pages - 1 ? (['after'] as const) : []),
    pages - 1,
  ]
}

export const pageCount = (total: number, size: number): number => Math.max(1, Math.ceil(total / size))
