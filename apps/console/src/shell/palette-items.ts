// What the quick search finds, and in which order. Pure.
import { inRootOrg, type Session } from '../api/session.ts'
import type { RouteSpec } from '../kit/route.ts'
import type { IconName } from '../ui/index.ts'
import type { Text } from '../words/messages.ts'

export interface PaletteItem {
  readonly key: string
  /** In both languages: people search in either. */
  readonly title: Text
  readonly hint?: string
  readonly icon: IconName
  run(): unknown
}

/** What begins with the words comes before what holds them; every word must be found. */
export const findItems = (items: readonly PaletteItem[], text: string, most: number): PaletteItem[] => {
  const parts = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (parts.length === 0) return items.slice(0, most)
  return items
    .map((item) => ({ item, rank: rankOf(item, parts) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, most)
    .map(({ item }) => item)
}

const rankOf = ({ title: { zh, en }, hint = '' }: PaletteItem, parts: readonly string[]): number => {
  const names = [zh, en, hint].map((name) => name.toLowerCase())
  if (!parts.every((part) => names.some((name) => name.includes(part)))) return 0
  return names.some((name) => name.startsWith(parts.join(' '))) ? 2 : 1
}

/** Screens that can be opened without naming an object: those of the menu, then the few beside it. */
export const openScreens = (routes: readonly RouteSpec[]): RouteSpec[] => {
  const open = routes.filter(
    ({ path, redirect, bare, name }) => !path.includes(':') && !redirect && !bare && !name.endsWith('Create'),
  )
  return [...open.filter(({ menu }) => menu), ...open.filter(({ menu }) => !menu)]
}

/** Forms for something new; in the root organisation nothing is created. */
export const createScreens = (routes: readonly RouteSpec[], session: Session): RouteSpec[] =>
  inRootOrg(session) ? [] : routes.filter(({ path, name }) => name.endsWith('Create') && !path.includes(':'))
