import { isLicensed, useSession } from '../api/session.ts'
import { words } from './words.ts'

export const VERSION = 'v2.8.4'

/** One quiet line at the end of the content. */
export function Footer() {
  const licensed = isLicensed(useSession())
  return (
    <footer className="db-footer">
      {!licensed && <span>{words.copyright}</span>}
      <span className="db-footer-version">
        {words.version} {VERSION}
        {!licensed && ' GPLv2.'}
      </span>
    </footer>
  )
}
