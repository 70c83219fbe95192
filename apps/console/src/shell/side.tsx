// The side menu with logo, organisation and filter: open, collapsed to icons, or a drawer on phones.
import { memo, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../api/session.ts'
import { Link } from '../kit/going.tsx'
import { Drawer, TextInput } from '../ui/index.ts'
import { useLanguage } from '../words/language.ts'
import { Logo } from './logo.tsx'
import { filterMenu, menuOf } from './menu.ts'
import { OrganisationSelect } from './organisation-select.tsx'
import { offersOrganisations } from './organisations.ts'
import { routesHere } from './routes-here.ts'
import { SideIcons, SideList } from './side-list.tsx'
import { closeDrawer, useSide } from './side-state.ts'
import { words } from './words.ts'

export function Side({ phone }: { phone: boolean }) {
  const { open, drawer } = useSide()
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the drawer.
  useEffect(closeDrawer, [key])
  if (!phone)
    return (
      <nav className="db-side" aria-label={words.mainMenu}>
        <SideBody collapsed={!open} />
      </nav>
    )
  return (
    <Drawer open={drawer} onClose={closeDrawer} label={words.mainMenu} className="db-side-drawer">
      <nav className="db-side" aria-label={words.mainMenu}>
        <SideBody collapsed={false} />
      </nav>
    </Drawer>
  )
}

const SideBody = memo(function SideBody({ collapsed }: { collapsed: boolean }) {
  const session = useSession()
  useLanguage()
  const [filter, setFilter] = useState('')
  const sections = menuOf(routesHere(), session)
  const shown = filterMenu(sections, filter)
  return (
    <>
      <Link to="/" className="db-side-logo" aria-label={words.product}>
        <Logo collapsed={collapsed} />
      </Link>
      {!collapsed && offersOrganisations(session) && <OrganisationSelect />}
      {!collapsed && (
        <div className="db-side-filter">
          <TextInput
            id="menu-filter"
            type="search"
            value={filter}
            onChange={setFilter}
            placeholder={words.filterMenu}
            aria-label={words.filterMenu}
          />
        </div>
      )}
      <div className="db-side-menu">
        {collapsed ? <SideIcons sections={sections} /> : <SideList sections={shown} all={filter.trim() !== ''} />}
        {!collapsed && shown.length === 0 && (
          <p className="db-side-none" role="status">
            {words.noEntry}
          </p>
        )}
      </div>
    </>
  )
})
