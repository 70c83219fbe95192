// The top bar: where one is on the left, what is always at hand on the right.
import { Link } from '../kit/going.tsx'
import { Dropdown, Icon, IconButton, type MenuItem, setTheme, type Theme, useTheme } from '../ui/index.ts'
import { type Lang, switchLanguage, useLanguage } from '../words/language.ts'
import { inLanguage } from '../words/messages.ts'
import { AccountMenu } from './account-menu.tsx'
import { helpLinks, openElsewhere, webTerminal } from './addresses.ts'
import { crumbsOf } from './crumbs.ts'
import { useHere } from './here.ts'
import type { Panels } from './panels.ts'
import { routesHere } from './routes-here.ts'
import { PALETTE_KEYS } from './shortcuts.tsx'
import { openDrawer, toggleSide, useSide } from './side-state.ts'
import { TicketsLink } from './tickets-link.tsx'
import { words } from './words.ts'

export function TopBar({ phone, panels }: { phone: boolean; panels: Panels }) {
  const { open } = useSide()
  return (
    <header className="db-top">
      {phone ? (
        <IconButton icon="menu" label={words.openMenu} onClick={openDrawer} />
      ) : (
        <IconButton icon="menu" label={open ? words.collapseMenu : words.expandMenu} onClick={toggleSide} />
      )}
      <Breadcrumb />
      <button type="button" className="db-find" onClick={() => panels.show('palette')}>
        <Icon name="search" />
        <span className="db-find-text">{words.find}</span>
        <kbd className="db-kbd">{PALETTE_KEYS}</kbd>
      </button>
      <div className="db-top-tools">
        <HelpMenu panels={panels} />
        <LanguageMenu />
        <ThemeMenu />
        <TicketsLink />
        <WebTerminalLink />
        <AccountMenu panels={panels} />
      </div>
    </header>
  )
}

function Breadcrumb() {
  const crumbs = crumbsOf(useHere(), routesHere())
  return (
    <nav className="db-crumbs" aria-label={words.breadcrumb}>
      <ol>
        {crumbs.map(({ key, title, path }, index) => (
          <li key={key} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
            {path ? <Link to={path}>{inLanguage(title)}</Link> : inLanguage(title)}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function HelpMenu({ panels }: { panels: Panels }) {
  const link = (key: keyof typeof helpLinks): MenuItem => ({
    key,
    text: words[key],
    icon: 'external',
    onSelect: () => openElsewhere(helpLinks[key]),
  })
  return (
    <Dropdown
      icon="help"
      label={words.help}
      align="end"
      items={[
        link('docs'),
        link('support'),
        link('enterprise'),
        'line',
        { key: 'shortcuts', text: words.shortcuts, onSelect: () => panels.show('shortcuts') },
      ]}
    />
  )
}

export const languages: readonly (readonly [Lang, string])[] = [
  ['zh', '中文(简体)'],
  ['en', 'English'],
]

function LanguageMenu() {
  const lang = useLanguage()
  return (
    <Dropdown
      icon="language"
      label={words.language}
      align="end"
      items={languages.map(([key, text]) => ({
        key,
        text,
        checked: key === lang,
        onSelect: () => switchLanguage(key),
      }))}
    />
  )
}

export const themes: readonly Theme[] = ['light', 'dark', 'system']

function ThemeMenu() {
  const theme = useTheme()
  return (
    <Dropdown
      icon={theme === 'dark' ? 'moon' : 'sun'}
      label={words.theme}
      align="end"
      items={themes.map((key) => ({ key, text: words[key], checked: key === theme, onSelect: () => setTheme(key) }))}
    />
  )
}

function WebTerminalLink() {
  return (
    <a
      className="db-icon-button"
      href={webTerminal()}
      target="_blank"
      rel="noopener"
      aria-label={words.webTerminal}
      data-tip={words.webTerminal}
      onClick={({ currentTarget }) => {
        currentTarget.href = webTerminal()
      }}
    >
      <Icon name="terminal" />
    </a>
  )
}
