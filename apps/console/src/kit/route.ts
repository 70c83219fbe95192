// A screen of the console: where it is, who may see it, where it stands in the menu. Areas declare these; the shell filters and mounts them.
import { BIT } from '@drawbridge/model/access'
import type { ComponentType } from 'react'
import type { Item } from '../api/meta.ts'
import type { Session } from '../api/session.ts'
import type { IconName } from '../ui/icon-paths.ts'
import type { Text } from '../words/messages.ts'
import type { ListSpec } from './spec.ts'

export interface RouteSpec {
  /** Below /ui/, without slashes at its ends: `users/users/:id/update`. */
  readonly path: string
  /** Ends in List, Create, Detail or Update where it is one of these. */
  readonly name: string
  readonly title: Text
  /** Bits that are all needed; an administrator's by default. */
  readonly needs?: number
  readonly licensed?: boolean
  /** Not there at all while this holds, for example when a setting is off. */
  readonly hidden?: (session: Session) => boolean
  /** Its place in the side menu; detail, edit and create pages have none. */
  readonly menu?: {
    readonly group: MenuGroup
    readonly order: number
    readonly label?: Text
    /** Paths that belong to it, though they do not stand below its own. */
    readonly also?: readonly string[]
  }
  /** The admin page, the user page, or both. */
  readonly mode?: 'admin' | 'user' | 'both'
  /** Opened in a window of its own, without menus. */
  readonly bare?: boolean
  /** Always in the tab history. */
  readonly affix?: boolean
  /** Not kept in the tab history's memory. */
  readonly noCache?: boolean
  /** Leads elsewhere: an address of another component, with a timestamp. */
  readonly external?: () => string
  /** Goes on to another path of the console. */
  readonly redirect?: (params: Readonly<Record<string, string | undefined>>) => string
  readonly load?: () => Promise<ComponentType>
  /** Lists that the screen asks for first: fetched while the shell still finds out who is here. */
  readonly prefetch?: readonly (string | OpeningList)[]
  /** The quick search finds its objects by name: it asks the list at `url`. */
  readonly finds?: Finds & { readonly url: string; readonly title: Text; readonly query?: ListSpec['query'] }
}

export interface Finds {
  readonly icon: IconName
  /** The name, unless it is called otherwise. */
  readonly nameOf?: (item: Item) => string
  /** What tells two of one name apart. */
  readonly hintOf?: (item: Item) => string | undefined
}

/** What of a list decides what it asks for when it is opened. */
export type OpeningList = Pick<ListSpec, 'url' | 'query' | 'paged' | 'range' | 'search'>

export type MenuGroup =
  | 'dashboard'
  | 'users'
  | 'assets'
  | 'applications'
  | 'perms'
  | 'acl'
  | 'terminal'
  | 'ops'
  | 'tickets'
  | 'audits'
  | 'xpack'
  | 'settings'
  | 'mine'

export const DEFAULT_NEEDS = BIT.admin

/** `UserDetail` → `UserUpdate`: pages of one entity find each other by name. */
export const sibling = (name: string, kind: 'List' | 'Create' | 'Detail' | 'Update'): string =>
  name.replace(/(List|Create|Detail|Update)$/, kind)
