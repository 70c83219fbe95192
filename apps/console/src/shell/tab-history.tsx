// The views visited, as slim tabs: middle click or Delete closes one, the context menu closes more.
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { go, Link } from '../kit/going.tsx'
import { BASE, routeNamed } from '../kit/paths.ts'
import { classes, Dropdown, Icon, type MenuItem } from '../ui/index.ts'
import { Menu } from '../ui/menu.tsx'
import { type Box, pointBox } from '../ui/placement.ts'
import { inLanguage } from '../words/messages.ts'
import { afterClosing, closeAll, closeOthers, closeView, type View } from './visited.ts'
import { setVisited, useVisited, viewPath } from './visited-store.ts'
import { words } from './words.ts'

export function TabHistory() {
  const views = useVisited()
  const here = viewPath(useLocation().pathname)
  const [menu, setMenu] = useState<{ view: View; at: Box }>()

  const keep = (left: readonly View[]) => {
    if (left.some(({ path }) => path === here)) return setVisited(left)
    // A form with something unsaved in it may keep its tab.
    void go(afterClosing(left)).then(() => location.pathname !== BASE + here && setVisited(left))
  }
  const actions = (view: View | undefined): MenuItem[] => [
    {
      key: 'this',
      text: words.closeThis,
      disabled: !view || view.affix,
      onSelect: () => view && keep(closeView(views, view.path)),
    },
    { key: 'others', text: words.closeOthers, onSelect: () => keep(closeOthers(views, view?.path ?? here)) },
    { key: 'all', text: words.closeAll, onSelect: () => keep(closeAll(views)) },
  ]
  return (
    <nav className="db-visited" aria-label={words.visited}>
      <ul>
        {views.map((view) => (
          <Tab
            key={view.path}
            view={view}
            current={view.path === here}
            onClose={() => keep(closeView(views, view.path))}
            onMenu={(at) => setMenu({ view, at })}
          />
        ))}
      </ul>
      <Dropdown
        icon="chevron-down"
        label={words.tabActions}
        align="end"
        items={actions(views.find(({ path }) => path === here))}
      />
      {menu && (
        <Menu
          label={words.tabActions}
          items={actions(menu.view)}
          anchor={() => menu.at}
          onClose={() => setMenu(undefined)}
        />
      )}
    </nav>
  )
}

interface TabProps {
  view: View
  current: boolean
  onClose(): void
  onMenu(at: Box): void
}

function Tab({ view, current, onClose, onMenu }: TabProps) {
  const spec = routeNamed(view.name)
  const title = view.title ?? (spec ? inLanguage(spec.title) : view.name)
  const tab = useRef<HTMLLIElement>(null)
  // A title that comes late makes the tab longer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the title as it is drawn.
  useEffect(() => {
    if (current) tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current, title])
  return (
    <li ref={tab} className={classes('db-visited-tab', current && 'db-visited-current')}>
      <Link
        to={view.path + view.search}
        aria-current={current ? 'page' : undefined}
        onAuxClick={(event) => {
          if (event.button !== 1 || view.affix) return
          event.preventDefault()
          onClose()
        }}
        onKeyDown={(event) => event.key === 'Delete' && !view.affix && onClose()}
        onContextMenu={(event) => {
          event.preventDefault()
          const { left, bottom } = event.currentTarget.getBoundingClientRect()
          // Called by its key, a menu stands below the tab rather than in a corner.
          onMenu(event.clientX > 0 ? pointBox(event.clientX, event.clientY) : pointBox(left, bottom))
        }}
      >
        <span data-tip-cut>{title}</span>
      </Link>
      {!view.affix && (
        <button type="button" className="db-visited-close" aria-label={words.closeTab(title)} onClick={onClose}>
          <Icon name="cross" />
        </button>
      )}
    </li>
  )
}
