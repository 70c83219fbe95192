import { useState } from 'react'
import { useSession } from '../api/session.ts'
import { words } from './words.ts'

/** Addresses under which a server that was not branded offers the product's own. */
const OWN = ['/static/img/logo_text.png', '/core/static/logo-text.svg']

/** The operator's picture where there is one; else our bridge, with our name beside it when there is room. */
export function Logo({ collapsed }: { collapsed: boolean }) {
  const { settings } = useSession()
  const [broken, setBroken] = useState(false)
  const picture = settings?.LOGO_URLS.logo_index
  if (picture && !OWN.includes(picture) && !collapsed && !broken)
    return <img src={picture} alt="" height="28" onError={() => setBroken(true)} />
  return (
    <>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" className="db-logo-mark">
        <path d="M5 4v24M27 4v24M2 24h28M5 6c4 10 18 10 22 0M10.500 11.500v12.500M16 13.500v10.500M21.500 11.500v12.500" />
      </svg>
      {!collapsed && <span className="db-logo-text">{words.product}</span>}
    </>
  )
}
