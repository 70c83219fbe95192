import { changed } from '../../api/resource.ts'
import { RelationCard } from '../../kit/index.ts'
import type { DetailContext } from '../../kit/spec.ts'
import { ASSET_RULES, GROUPS, nameAndLogin, USERS } from './addresses.ts'
import { relate, unrelate } from './relations.ts'
import { RuleMembers } from './rule-members.tsx'
import { say } from './words.ts'

const RULE = 'assetpermission'

export function AssetRuleUsers(context: DetailContext) {
  const { item, reload } = context
  const url = `${ASSET_RULES}${item.id}/users/all/`
  const after = async (work: Promise<unknown>) => {
    await work
    reload()
    void changed(url)
  }
  return (
    <div className="db-detail">
      <RuleMembers
        context={context}
        caption={say.usersTab}
        url={url}
        end="user"
        own={item.users ?? []}
        because={say.byGroup}
        remove={(user) => unrelate(RULE, item.id, 'user', user)}
      />
      <div className="db-detail-side">
        <RelationCard
          title={say.addUser}
          objectsUrl={USERS}
          optionsUrl={USERS}
          labelOf={nameAndLogin}
          ids={item.users}
          list={false}
          add={(options) =>
            after(
              relate(
                RULE,
                item.id,
                'user',
                options.map(({ value }) => value),
              ),
            )
          }
        />
        <RelationCard
          title={say.addGroup}
          objectsUrl={GROUPS}
          optionsUrl={GROUPS}
          ids={item.user_groups}
          add={(options) =>
            after(
              relate(
                RULE,
                item.id,
                'usergroup',
                options.map(({ value }) => value),
              ),
            )
          }
          remove={(group) => after(unrelate(RULE, item.id, 'usergroup', group))}
        />
      </div>
    </div>
  )
}
