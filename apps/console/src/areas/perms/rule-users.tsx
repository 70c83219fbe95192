// Who a rule is for: the users it comes to, and what adds to them.
import { RelationCard, type RelationCardProps } from '../../kit/index.ts'
import type { DetailContext } from '../../kit/spec.ts'
import { GROUPS, nameAndLogin, USERS } from './addresses.ts'
import type { linksOf } from './relations.ts'
import { RuleMembers } from './rule-members.tsx'
import { say } from './words.ts'

export interface RuleUsersProps {
  readonly context: DetailContext
  /** Address of the list of users. */
  readonly url: string
  readonly links: ReturnType<typeof linksOf>
  readonly groups: Pick<RelationCardProps, 'add' | 'remove'>
}

export function RuleUsers({ context, url, links, groups }: RuleUsersProps) {
  const { item } = context
  return (
    <div className="db-detail">
      <RuleMembers
        context={context}
        caption={say.usersTab}
        url={url}
        end="user"
        own={item.users ?? []}
        because={say.byGroup}
        remove={links.remove('user')}
      />
      <div className="db-detail-side">
        <RelationCard
          title={say.addUser}
          objectsUrl={USERS}
          optionsUrl={USERS}
          labelOf={nameAndLogin}
          ids={item.users}
          list={false}
          add={links.add('user')}
        />
        <RelationCard title={say.addGroup} objectsUrl={GROUPS} optionsUrl={GROUPS} ids={item.user_groups} {...groups} />
      </div>
    </div>
  )
}
