import { memo, useId } from 'react'
import { IconButton } from './button.tsx'
import { Select } from './choice-input.tsx'
import { classes } from './classes.ts'
import { pageCount, pagerLinks } from './pager-links.ts'
import { useWords } from './words.ts'

export interface PagerProps {
  total: number
  /** From 0. */
  page: number
  size: number
  sizes: readonly number[]
  /** How many numbers are shown. */
  links: number
  onChange(page: number, size: number): void
  label?: string
}

/** Total, sizes, previous, numbers, next: in this order. */
export const Pager = memo(function Pager({ total, page, size, sizes, links, onChange, label }: PagerProps) {
  const words = useWords()
  const id = useId()
  const pages = pageCount(total, size)
  const here = Math.max(0, Math.min(page, pages - 1))
  const jump = Math.max(1, links - 2)
  const offered = sizes.includes(size) ? sizes : [...sizes, size].sort((a, b) => a - b)
  return (
    <nav className="db-pager" aria-label={label ?? words.pages}>
      <span className="db-pager-total">{words.total(total)}</span>
      <Select
        id={`${id}-size`}
        size="small"
        label={words.pageSize}
        value={String(size)}
        options={offered.map((one) => ({ value: String(one), label: words.perPage(one) }))}
        onChange={(value) => onChange(0, Number(value))}
      />
      <span className="db-pager-links">
        <IconButton
          icon="chevron-left"
          label={words.previousPage}
          disabled={here === 0}
          onClick={() => onChange(here - 1, size)}
        />
        {pagerLinks(pages, here, links).map((link) =>
          typeof link === 'number' ? (
            <button
              key={link}
              type="button"
              className={classes('db-page', link === here && 'db-page-here')}
              aria-label={words.page(link + 1)}
              aria-current={link === here ? 'page' : undefined}
              onClick={() => link !== here && onChange(link, size)}
            >
              {link + 1}
            </button>
          ) : (
            <button
              key={link}
              type="button"
              className="db-page db-page-gap"
              aria-label={link === 'before' ? words.pagesBack(jump) : words.pagesOn(jump)}
              data-tip={link === 'before' ? words.pagesBack(jump) : words.pagesOn(jump)}
              onClick={() =>
                onChange(Math.max(0, Math.min(pages - 1, here + (link === 'before' ? -jump : jump))), size)
              }
            >
              …
            </button>
          ),
        )}
        <IconButton
          icon="chevron-right"
          label={words.nextPage}
          disabled={here >= pages - 1}
          onClick={() => onChange(here + 1, size)}
        />
      </span>
    </nav>
  )
})
