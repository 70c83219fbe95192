// The side menu as data: groups in their order, with the screens that the person has.
import type { Session } from '../api/session.ts'
import type { MenuGroup, RouteSpec } from '../kit/route.ts'
import type { IconName } from '../ui/index.ts'
import { inLanguage, type Text } from '../words/messages.ts'
import { inAdminPage } from './role.ts'

export interface MenuEntry {
  readonly key: string
  readonly title: Text
  readonly icon: IconName
  readonly spec: RouteSpec
}
export interface MenuSection {
  readonly key: string
  readonly title: Text
  readonly icon: IconName
  readonly entries: readonly MenuEntry[]
  /** A group of one is shown as its only entry, unless it is always a group. */
  readonly single: boolean
}

interface Group {
  readonly key: MenuGroup
  readonly title: Text
  readonly icon: IconName
  readonly always?: boolean
}

const t = (zh: string, en: string): Text => ({ zh, en })

/** Tickets have no place here: they are reached from the top bar. */
const groups: readonly Group[] = [
  { key: 'dashboard', title: t('仪表盘', 'Dashboard'), icon: 'dashboard' },
  { key: 'users', title: t('用户管理', 'Users'), icon: 'users' },
  { key: 'assets', title: t('资产管理', 'Assets'), icon: 'server' },
  { key: 'applications', title: t('应用管理', 'Applications'), icon: 'apps', always: true },
  { key: 'perms', title: t('权限管理', 'Permissions'), icon: 'key' },
  { key: 'acl', title: t('访问控制', 'Access control'), icon: 'shield' },
  { key: 'terminal', title: t('会话管理', 'Sessions'), icon: 'terminal' },
  { key: 'ops', title: t('作业中心', 'Jobcenter'), icon: 'job', always: true },
  { key: 'audits', title: t('日志审计', 'Audits'), icon: 'audit' },
  { key: 'xpack', title: t('X-Pack', 'X-Pack'), icon: 'puzzle' },
  { key: 'settings', title: t('系统设置', 'Settings'), icon: 'settings' },
]

export const groupTitle = (key: MenuGroup): Text | undefined => groups.find((group) => group.key === key)?.title

/** Icons of the user page, where each entry stands for itself. */
const mine: readonly (readonly [path: RegExp, IconName])[] = [
  [/^$/, 'server'],
  [/^apps/, 'apps'],
  [/^command/, 'terminal'],
  [/terminal|luna/, 'terminal'],
  [/file|ftp|elfinder/, 'folder'],
]

export const menuOf = (routes: readonly RouteSpec[], session: Pick<Session, 'role'>): MenuSection[] =>
  inAdminPage(session)
    ? groups.flatMap((group) => sectionOf(group, entriesOf(routes, group)))
    : entriesOf(routes, { key: 'mine', title: t('', ''), icon: 'file' }).map((entry) => ({
        ...entry,
        entries: [entry],
        single: true,
      }))

const sectionOf = ({ key, title, icon, always }: Group, entries: readonly MenuEntry[]): MenuSection[] => {
  if (entries.length === 0) return []
  return [{ key, title, icon, entries, single: entries.length === 1 && !always }]
}

const entriesOf = (routes: readonly RouteSpec[], { key, icon }: Group): MenuEntry[] =>
  routes
    .filter((spec) => spec.menu?.group === key && !/\/:|^:/.test(spec.path))
    .sort((a, b) => a.menu!.order - b.menu!.order)
    .map((spec) => ({
      key: spec.name,
      title: spec.menu!.label ?? spec.title,
      icon: key === 'mine' ? (mine.find(([path]) => path.test(spec.path))?.[1] ?? 'file') : icon,
      spec,
    }))

/** Sections and entries whose name holds the text, in either language; all of a section whose own name does. */
export const filterMenu = (sections: readonly MenuSection[], text: string): readonly MenuSection[] => {
  if (text.trim() === '') return sections
  return sections.flatMap((section) => {
    if (isNamed(section.title, text)) return [section]
    const entries = section.entries.filter(({ title }) => isNamed(title, text))
    return entries.length === 0 ? [] : [{ ...section, entries }]
  })
}

export const isNamed = (title: Text, text: string): boolean => {
  const wanted = text.trim().toLowerCase()
  return title.zh.toLowerCase().includes(wanted) || title.en.toLowerCase().includes(wanted)
}

/** The name a section is shown under: that of its only entry, or its own. */
export const sectionName = ({ single, entries, title }: MenuSection): string =>
  inLanguage(single && entries[0] ? entries[0].title : title)

const isBelow = (here: string, path: string): boolean => (path === '' ? here === '/' : here.startsWith(`${path}/`))

/** The entry that a screen belongs to: its own, or that of the longest path above it. */
export const activeEntry = (sections: readonly MenuSection[], path: string): MenuEntry | undefined => {
  const here = `${path.replace(/^\/+|\/+$/g, '')}/`
  return sections
    .flatMap(({ entries }) => entries)
    .filter(({ spec }) => !spec.external && [spec.path, ...(spec.menu?.also ?? [])].some((one) => isBelow(here, one)))
    .sort((a, b) => b.spec.path.length - a.spec.path.length)[0]
}
