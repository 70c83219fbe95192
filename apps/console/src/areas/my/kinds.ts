// The kinds of my applications, one screen each.
import type { ListSpec } from '../../kit/spec.ts'
import type { Text } from '../../words/messages.ts'
import { myAppList } from './lists.ts'
import { words } from './words.ts'

export interface MyKind {
  readonly path: string
  readonly name: string
  readonly title: Text
  readonly licensed?: boolean
  readonly order: number
  readonly list: ListSpec
  /** Where it is: the column that says so. */
  readonly where: { readonly column: string; readonly label: Text }
  /** As the web terminal calls it. */
  readonly type: string
}

const kind = (
  { name, category, column, label }: { name: string; category: string; column: string; label: Text },
  rest: Omit<MyKind, 'name' | 'list' | 'where'>,
): MyKind => ({ ...rest, name, list: myAppList(name, category, column), where: { column, label } })

export const myKinds: readonly MyKind[] = [
  kind(
    { name: 'MyRemoteApps', category: 'remote_app', column: 'attrs.asset_info.hostname', label: words.asset },
    { path: 'apps/remoteapp', title: words.remoteApps, licensed: true, order: 20, type: 'remote_app' },
  ),
  kind(
    { name: 'MyDatebases', category: 'db', column: 'attrs.database', label: words.database },
    { path: 'apps/database', title: words.databases, order: 30, type: 'database_app' },
  ),
  kind(
    { name: 'MyKubernetes', category: 'cloud', column: 'attrs.cluster', label: words.cluster },
    { path: 'apps/kubernetes', title: words.clusters, order: 40, type: 'k8s_app' },
  ),
]
