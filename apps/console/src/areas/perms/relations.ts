// The links of a rule: each is a row of its own, added in lots and taken away one by one.
import { del, post } from '../../api/client.ts'

export type End = 'user' | 'usergroup' | 'asset' | 'node' | 'systemuser' | 'application'
export type Rule = 'assetpermission' | 'applicationpermission'

const PATHS: Readonly<Record<End, string>> = {
  user: 'users',
  usergroup: 'user-groups',
  asset: 'assets',
  node: 'nodes',
  systemuser: 'system-users',
  application: 'applications',
}

const pathOf = (rule: Rule, end: End): string =>
  `/api/v1/perms/${rule === 'assetpermission' ? 'asset' : 'application'}-permissions-${PATHS[end]}-relations/`

export const relate = (rule: Rule, id: string, end: End, others: readonly string[]): Promise<unknown> =>
  post(
    pathOf(rule, end),
    others.map((other) => ({ [rule]: id, [end]: other })),
  )

export const unrelate = (rule: Rule, id: string, end: End, other: string): Promise<unknown> =>
  del(pathOf(rule, end), { query: { [rule]: id, [end]: other } })
