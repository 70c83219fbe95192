import { useState } from 'react'
import { useSession } from '../api/session.ts'
import { words } from './words.ts'

/** Addresses under which a server that was not branded offers the product's own. */
const OWN = ['/static/img/logo_text.png', '/core/static/logo-text.svg']

/** The operator's picture where there is one; else our bridge as the login page has it, with our name beside it when there is room. */
export function Logo({ collapsed }: { collapsed: boolean }) {
  const { settings } = useSession()
  const [broken, setBroken] = useState(false)
  const picture = settings?.LOGO_URLS.logo_index
  if (picture && !OWN.includes(picture) && !collapsed && !broken)
    return <img src={picture} alt="" height="28" onError={() => setBroken(true)} />
  return (
    <>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" className="db-logo-mark">
        <rect width="32" height="32" rx="7" />
        <path className="db-logo-tower" d="M6 26V6h2.6v2.8h2.3V6h2.6v20z" />
        <path className="db-logo-deck" d="M14.6 24.4 26 19.6" />
        <path className="db-logo-chain" d="M13 9.6 25 19.6" />
      </svg>
      {!collapsed && <span className="db-logo-text">{words.product}</span>}
    </>
  )
}
