// The entries of the side menu: as groups that open one at a time, or as icons with what they hold behind them.
import { memo, type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { go, Link } from '../kit/going.tsx'
import { classes, Dropdown, Icon, type IconName } from '../ui/index.ts'
import { inLanguage } from '../words/messages.ts'
import { openElsewhere } from './addresses.ts'
import { activeEntry, type MenuEntry, type MenuSection, sectionName } from './menu.ts'
import { words } from './words.ts'

interface SideListProps {
  sections: readonly MenuSection[]
  all: boolean
}

export function SideList(props: SideListProps) {
  return <Sections {...props} active={useActive(props.sections)} />
}

const Sections = memo(function Sections({ sections, all, active }: SideListProps & { active?: MenuEntry }) {
  // What the person opened holds until they go somewhere else.
  const [chosen, setChosen] = useState<{ at?: string; key?: string }>({})
  const opened = chosen.at === active?.key ? chosen.key : sections.find((one) => holds(one, active))?.key
  return (
    <ul className="db-side-list">
      {sections.map((section) => (
        <li key={section.key}>
          {section.single ? (
            <EntryLink entry={section.entries[0]!} icon={section.icon} active={active} />
          ) : (
            <Group
              section={section}
              active={active}
              open={all || opened === section.key}
              onToggle={(open) => setChosen({ at: active?.key, key: open ? section.key : undefined })}
            />
          )}
        </li>
      ))}
    </ul>
  )
})

interface GroupProps {
  section: MenuSection
  active: MenuEntry | undefined
  open: boolean
  onToggle(open: boolean): void
}

function Group({ section, active, open, onToggle }: GroupProps) {
  return (
    <>
      <button
        type="button"
        className={classes('db-side-item', holds(section, active) && 'db-side-within')}
        aria-expanded={open}
        onClick={() => onToggle(!open)}
      >
        <Icon name={section.icon} />
        <span className="db-side-text">{sectionName(section)}</span>
        <Icon name={open ? 'chevron-up' : 'chevron-down'} />
      </button>
      {open && (
        <ul className="db-side-sub">
          {section.entries.map((entry) => (
            <li key={entry.key}>
              <EntryLink entry={entry} active={active} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function EntryLink({ entry, icon, active }: { entry: MenuEntry; icon?: IconName; active: MenuEntry | undefined }) {
  const name = inLanguage(entry.title)
  return (
    <PlaceLink entry={entry} className="db-side-item" current={entry.key === active?.key}>
      {icon && <Icon name={icon} />}
      <span className="db-side-text">{name}</span>
      {entry.spec.external && (
        <>
          <Icon name="external" />
          <span className="db-hidden">{words.newWindow}</span>
        </>
      )}
    </PlaceLink>
  )
}

export function SideIcons({ sections }: { sections: readonly MenuSection[] }) {
  const active = useActive(sections)
  const enter = ({ spec }: MenuEntry) => (spec.external ? openElsewhere(spec.external()) : go(`/${spec.path}`))
  return (
    <ul className="db-side-list db-side-icons">
      {sections.map((section) => (
        <li key={section.key} className={classes(holds(section, active) && 'db-side-within')}>
          {section.single ? (
            <PlaceLink
              entry={section.entries[0]!}
              className="db-side-icon"
              current={holds(section, active)}
              label={sectionName(section)}
            >
              <Icon name={section.icon} />
            </PlaceLink>
          ) : (
            <Dropdown
              className="db-side-icon"
              icon={section.icon}
              label={sectionName(section)}
              items={section.entries.map((entry) => ({
                key: entry.key,
                text: inLanguage(entry.title),
                checked: entry.key === active?.key || undefined,
                onSelect: () => void enter(entry),
              }))}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

interface PlaceLinkProps {
  entry: MenuEntry
  className: string
  current: boolean
  /** For icons: name and tooltip. */
  label?: string
  children: ReactNode
}

function PlaceLink({ entry: { spec }, className, current, label, children }: PlaceLinkProps) {
  const shared = { className, 'aria-label': label, 'data-tip': label, children }
  if (!spec.external) return <Link {...shared} to={`/${spec.path}`} aria-current={current ? 'page' : undefined} />
  const { external } = spec
  return (
    // The address carries the time of the click.
    <a
      {...shared}
      href={external()}
      target="_blank"
      rel="noopener"
      onClick={({ currentTarget }) => {
        currentTarget.href = external()
      }}
    />
  )
}

const useActive = (sections: readonly MenuSection[]) => activeEntry(sections, useLocation().pathname)
const holds = ({ entries }: MenuSection, entry: MenuEntry | undefined): boolean =>
  entry !== undefined && entries.some(({ key }) => key === entry.key)
