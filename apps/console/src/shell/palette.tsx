// Ctrl-K: any screen, object or action, by a few letters and Enter.
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { get } from '../api/client.ts'
import type { Item } from '../api/meta.ts'
import { currentSession, type Session, useSession } from '../api/session.ts'
import { go } from '../kit/going.tsx'
import { findPath } from '../kit/paths.ts'
import type { RouteSpec } from '../kit/route.ts'
import { classes, Icon, setTheme } from '../ui/index.ts'
import { Modal } from '../ui/modal.tsx'
import { type Lang, language, switchLanguage } from '../words/language.ts'
import { inLanguage, type Text } from '../words/messages.ts'
import { openElsewhere } from './addresses.ts'
import { enterOrganisation, logOut, switchMode } from './leaving.ts'
import { groupTitle } from './menu.ts'
import { createScreens, findItems, openScreens, type PaletteItem } from './palette-items.ts'
import type { Panels } from './panels.ts'
import { canSwitchMode, inAdminPage } from './role.ts'
import { routesHere } from './routes-here.ts'
import { languages, themes } from './top-bar.tsx'
import { catalogue, words } from './words.ts'

const MOST = { screens: 8, actions: 8, found: 5 } as const

interface Section {
  readonly title: string
  readonly items: readonly PaletteItem[]
}

export function Palette({ panels }: { panels: Panels }) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const { sections, busy } = useFound(text, panels)
  const all = sections.flatMap(({ items }) => items)
  const at = Math.min(active, Math.max(0, all.length - 1))

  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const run = (item: PaletteItem | undefined) => {
    if (!item) return
    panels.close()
    item.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }
    const to = moves[event.key]
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(all[at])
    else if (to !== undefined && all.length > 0) setActive((to + all.length) % all.length)
    else return
    event.preventDefault()
  }
  return (
    <Modal className="db-palette" aria-label={words.palette} onClose={panels.close} dismissable>
      <div className="db-palette-box">
        <Icon name="search" />
        <input
          // biome-ignore lint/a11y/noAutofocus: it was opened to type into.
          autoFocus
          data-autofocus
          className="db-palette-input"
          role="combobox"
          aria-label={words.find}
          aria-expanded={all.length > 0}
          aria-controls={id}
          aria-activedescendant={all[at] && `${id}-${at}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={words.find}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={id} ref={list} className="db-palette-list" role="listbox" aria-label={words.palette} aria-busy={busy}>
        {sections.map(({ title, items }) => (
          // biome-ignore lint/a11y/useSemanticElements: a list box groups its options with this role.
          <div key={title} role="group" aria-label={title}>
            <div className="db-palette-heading" aria-hidden="true">
              {title}
            </div>
            {items.map((item) => {
              const index = all.indexOf(item)
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keys.
                // biome-ignore lint/a11y/useFocusableInteractive: the box above keeps the focus and points here.
                <div
                  key={item.key}
                  id={`${id}-${index}`}
                  data-at={index}
                  role="option"
                  aria-selected={index === at}
                  className={classes('db-palette-item', index === at && 'db-palette-active')}
                  onPointerMove={() => index !== at && setActive(index)}
                  onClick={() => run(item)}
                >
                  <Icon name={item.icon} />
                  <span className="db-palette-text">{inLanguage(item.title)}</span>
                  {item.hint && <span className="db-palette-hint">{item.hint}</span>}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p role="status" className={all.length > 0 ? 'db-hidden' : 'db-palette-none'}>
        {all.length > 0 ? words.results(all.length) : busy ? '' : words.nothingFound}
      </p>
    </Modal>
  )
}

const useFound = (text: string, panels: Panels): { sections: Section[]; busy: boolean } => {
  const session = useSession()
  const routes = routesHere()
  const screens = openScreens(routes).map((spec) => screenItem(spec))
  const actions = actionsOf(session, routes, panels)
  const objects = useObjects(routes, text)
  const sections: Section[] = [
    { title: words.screens, items: findItems(screens, text, MOST.screens) },
    ...objects.sections,
    { title: words.actions, items: findItems(actions, text, MOST.actions) },
  ]
  return { sections: sections.filter(({ items }) => items.length > 0), busy: objects.busy }
}

const screenItem = (spec: RouteSpec): PaletteItem => {
  const group = spec.menu && groupTitle(spec.menu.group)
  const { external } = spec
  return {
    key: `screen-${spec.name}`,
    title: spec.menu?.label ?? spec.title,
    hint: group && inLanguage(group),
    icon: external ? 'external' : 'file',
    run: () => (external ? openElsewhere(external()) : void go(`/${spec.path}`)),
  }
}

/** Objects for which the person has a screen, kind by kind; asked for when the typing rests. */
const useObjects = (routes: readonly RouteSpec[], text: string) => {
  const search = useRested(useDeferredValue(text.trim()))
  const enabled = search !== ''
  const { data, isFetching } = useQuery({
    queryKey: ['palette', search],
    enabled,
    queryFn: ({ signal }) =>
      Promise.all(
        routes.flatMap(({ name, finds }) =>
          finds ? [findObjects(finds, search, signal).then((items) => ({ name, finds, items }))] : [],
        ),
      ),
  })
  const sections = (enabled && data ? data : []).map(
    ({ name, finds: { title, icon, nameOf = ({ name }) => name, hintOf }, items }): Section => ({
      title: inLanguage(title),
      items: items.map((item) => ({
        key: `${name}-${item.id}`,
        title: { zh: nameOf(item), en: nameOf(item) },
        hint: hintOf?.(item),
        icon,
        run: () => void go(findPath(name, { id: item.id }) ?? '/404'),
      })),
    }),
  )
  return { sections, busy: enabled && isFetching }
}

/** One kind that cannot be asked for does not hide the others. */
const findObjects = async (
  { url, query }: NonNullable<RouteSpec['finds']>,
  search: string,
  signal: AbortSignal,
): Promise<readonly Item[]> => {
  const asked = { ...query, search, limit: MOST.found, offset: 0, fields_size: 'mini' }
  try {
    return (await get<{ results: Item[] }>(url, { query: asked, signal, flash: false })).results
  } catch {
    return []
  }
}

const REST_MS = 150

const useRested = (text: string): string => {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

const both = (make: (lang: Lang) => string): Text => ({ zh: make('zh'), en: make('en') })

const actionsOf = (session: Session, routes: readonly RouteSpec[], panels: Panels): PaletteItem[] => [
  ...createScreens(routes, session).map(
    (spec): PaletteItem => ({
      key: `create-${spec.name}`,
      title: spec.title,
      icon: 'plus',
      run: () => void go(`/${spec.path}`),
    }),
  ),
  ...languages
    .filter(([lang]) => lang !== language())
    .map(
      ([lang, name]): PaletteItem => ({
        key: `language-${lang}`,
        title: both((one) => `${catalogue.language[one]}: ${name}`),
        icon: 'language',
        run: () => switchLanguage(lang),
      }),
    ),
  ...themes.map(
    (theme): PaletteItem => ({
      key: `theme-${theme}`,
      title: both((one) => catalogue.useTheme[one](catalogue[theme][one])),
      icon: theme === 'dark' ? 'moon' : 'sun',
      run: () => setTheme(theme),
    }),
  ),
  ...(canSwitchMode(session)
    ? [
        {
          key: 'mode',
          title: both((one) =>
            catalogue.switchTo[one](catalogue[inAdminPage(session) ? 'userPage' : 'adminPage'][one]),
          ),
          icon: 'refresh' as const,
          run: switchMode,
        },
      ]
    : []),
  ...(inAdminPage(session) ? session.orgs : [])
    .filter(({ id }) => id !== currentSession().org?.id)
    .map(
      ({ id, name }): PaletteItem => ({
        key: `org-${id}`,
        title: both((one) => catalogue.switchOrganisation[one](name)),
        icon: 'home',
        run: () => enterOrganisation(id).catch(() => undefined),
      }),
    ),
  { key: 'keys', title: catalogue.apiKey, icon: 'key', run: () => panels.show('keys') },
  { key: 'shortcuts', title: catalogue.shortcuts, icon: 'help', run: () => panels.show('shortcuts') },
  { key: 'logout', title: catalogue.logout, icon: 'logout', run: logOut },
]
