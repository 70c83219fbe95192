import { patch } from '../../api/client.ts'
import type { DetailContext } from '../../kit/spec.ts'
import { APP_RULES } from './addresses.ts'
import { idsOf, linksOf } from './relations.ts'
import { RuleUsers } from './rule-users.tsx'

export function AppRuleUsers(context: DetailContext) {
  const { item } = context
  const address = `${APP_RULES}${item.id}/`
  const url = `${address}users/all/`
  const links = linksOf('applicationpermission', context, url)
  const before: readonly string[] = item.user_groups ?? []
  // By contract the rule itself is changed here, not its links.
  const change = (user_groups: readonly string[]) => links.after(patch(address, { user_groups }))
  return (
    <RuleUsers
      context={context}
      url={url}
      links={links}
      groups={{
        add: (options) => change([...before, ...idsOf(options)]),
        remove: (group) => change(before.filter((one) => one !== group)),
      }}
    />
  )
}
