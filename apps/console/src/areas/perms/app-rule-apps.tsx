import { patch } from '../../api/client.ts'
import { RelationCard } from '../../kit/index.ts'
import type { DetailContext, Item } from '../../kit/spec.ts'
import { notify } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { APP_RULES, nameAndLogin, nameAndType } from './addresses.ts'
import { accountsFor, appsFor, type Kind } from './app-kinds.ts'
import { idsOf, linksOf } from './relations.ts'
import { RuleMembers } from './rule-members.tsx'
import { say } from './words.ts'

export function AppRuleApps(context: DetailContext) {
  const { item } = context
  const address = `${APP_RULES}${item.id}/`
  const url = `${address}applications/all/`
  const accounts: readonly string[] = item.system_users ?? []
  const links = linksOf('applicationpermission', context, url)
  const removeAccount = async (account: string) => {
    if (accounts.length <= 1) {
      notify.error(common.lastRow)
      throw new Error(common.lastRow)
    }
    await links.after(patch(address, { system_users: accounts.filter((one) => one !== account) }))
  }
  return (
    <div className="db-detail">
      <RuleMembers
        context={context}
        caption={say.appsTab}
        url={url}
        end="application"
        own={item.applications ?? []}
        because=""
        remove={links.remove('application')}
      />
      <div className="db-detail-side">
        <RelationCard
          title={say.addApp}
          objectsUrl={appsFor(kindOf(item))}
          optionsUrl={appsFor(kindOf(item))}
          labelOf={nameAndType}
          ids={item.applications}
          list={false}
          add={links.add('application')}
        />
        <RelationCard
          title={say.addSystemUser}
          objectsUrl={accountsFor(kindOf(item))}
          optionsUrl={accountsFor(kindOf(item))}
          labelOf={nameAndLogin}
          ids={accounts}
          add={(options) => links.after(patch(address, { system_users: [...accounts, ...idsOf(options)] }))}
          remove={removeAccount}
        />
      </div>
    </div>
  )
}

const kindOf = ({ category, type }: Item): Kind => ({ category, type })
