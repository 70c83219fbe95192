// The links of a rule: each is a row of its own, added in lots and taken away one by one.
import { del, post } from '../../api/client.ts'
import { changed } from '../../api/resource.ts'
import type { Option } from '../../kit/index.ts'
import type { DetailContext } from '../../kit/spec.ts'

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

/** How a rule is linked, and what follows: the rule and `url`, the list of what it comes to, are read anew. */
export const linksOf = (rule: Rule, { item, reload }: DetailContext, url: string) => {
  const after = async (work: Promise<unknown>) => {
    await work
    reload()
    void changed(url)
  }
  const link = (end: End, others: readonly string[]) =>
    after(
      post(
        pathOf(rule, end),
        others.map((other) => ({ [rule]: item.id, [end]: other })),
      ),
    )
  return {
    after,
    link,
    add: (end: End) => (options: readonly Option[]) => link(end, idsOf(options)),
    remove: (end: End) => (other: string) =>
      after(del(pathOf(rule, end), { query: { [rule]: item.id, [end]: other } })),
  }
}

export const idsOf = (options: readonly Option[]): string[] => options.map(({ value }) => value)
