// The tab history as data: what was visited, in order, and what is left when tabs close.

export interface View {
  /** Path below the base; one view per path. */
  readonly path: string
  /** The query it had last, so that coming back finds the same page and filters. */
  readonly search: string
  readonly name: string
  /** What its heading said, where the screen is of one object. */
  readonly title?: string
  readonly affix?: boolean
  /** Shown while the console is open, but not remembered. */
  readonly noCache?: boolean
}

/** More than this many tabs help nobody; the oldest goes first. */
export const MOST_VIEWS = 20

export const visit = (views: readonly View[], view: View): readonly View[] => {
  const before = views.find(({ path }) => path === view.path)
  if (before && before.search === view.search && before.name === view.name) return views
  if (before) return views.map((one) => (one === before ? { title: before.title, ...view } : one))
  const all = [...views, view]
  const oldest = all.length > MOST_VIEWS ? all.find(({ affix }) => !affix) : undefined
  return oldest ? all.filter((one) => one !== oldest) : all
}

export const entitle = (views: readonly View[], path: string, title: string): readonly View[] =>
  views.some((view) => view.path === path && view.title !== title)
    ? views.map((view) => (view.path === path ? { ...view, title } : view))
    : views

export const closeView = (views: readonly View[], path: string): readonly View[] =>
  views.filter((view) => view.affix || view.path !== path)

export const closeOthers = (views: readonly View[], path: string): readonly View[] =>
  views.filter((view) => view.affix || view.path === path)

export const closeAll = (views: readonly View[]): readonly View[] => views.filter((view) => view.affix)

/** Where to go when the view one stands in is closed: the last that is left, else home. */
export const afterClosing = (left: readonly View[]): string => {
  const last = left.at(-1)
  return last ? last.path + last.search : '/'
}

/** What outlives a reload. */
export const remembered = (views: readonly View[]): readonly View[] =>
  views.filter((view) => !view.noCache).map(({ noCache: _, ...view }) => view)

/** Tabs of before that still exist for this person, behind those that are always there. */
export const restored = (
  saved: string | null,
  affixed: readonly View[],
  exists: (name: string) => boolean,
): readonly View[] => {
  const rest = parse(saved).filter(({ path, name }) => exists(name) && !affixed.some((view) => view.path === path))
  return [...affixed, ...rest]
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const parse = (saved: string | null): View[] => {
  try {
    const list: unknown = JSON.parse(saved ?? '[]')
    if (!Array.isArray(list)) return []
    return list
      .filter((one) => typeof one?.path === 'string' && one.path.startsWith('/') && typeof one.name === 'string')
      .map(({ path, search, name, title }) => ({ path, search: textOf(search) ?? '', name, title: textOf(title) }))
  } catch {
    return []
  }
}
