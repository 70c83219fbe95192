import { memo } from 'react'
import { type IconName, iconPaths } from './icon-paths.ts'

export type { IconName } from './icon-paths.ts'

/** Decoration: what it means is said by the text or label beside it. */
export const Icon = memo(function Icon({ name }: { name: IconName }) {
  return (
    <svg className="db-icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={iconPaths[name]} />
    </svg>
  )
})
