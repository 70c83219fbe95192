// The way to a screen: always from the dashboard on.
import { type RouteSpec, sibling } from '../kit/route.ts'
import { type Lang, language } from '../words/language.ts'
import type { Text } from '../words/messages.ts'
import { groupTitle } from './menu.ts'

export interface Crumb {
  readonly key: string
  readonly title: Text
  /** Nothing where there is no screen of that name, and for the screen one is on. */
  readonly path?: string
}

const ROOT = { key: 'root', title: { zh: '仪表盘', en: 'Dashboard' } }
const HOME = { key: 'root', title: { zh: '首页', en: 'Home' } }

export const crumbsOf = (
  spec: RouteSpec | undefined,
  routes: readonly RouteSpec[],
  lang: Lang = language(),
): Crumb[] => {
  const root: Crumb = { ...(routes.some(({ path }) => path === 'dashboard') ? ROOT : HOME), path: '/' }
  if (!spec || spec.path === 'dashboard' || spec.path === '') return [{ ...root, path: undefined }]
  const list = routes.find(({ name }) => name === sibling(spec.name, 'List'))
  const group = (spec.menu ?? list?.menu)?.group
  const section = group && groupTitle(group)
  return [
    root,
    ...(section && section[lang] !== (list ?? spec).title[lang] ? [{ key: `group-${group}`, title: section }] : []),
    ...(list && list !== spec ? [{ key: list.name, title: list.title, path: `/${list.path}` }] : []),
    { key: spec.name, title: spec.title },
  ]
}
