import { patch } from '../../api/client.ts'
import { changed } from '../../api/resource.ts'
import { RelationCard } from '../../kit/index.ts'
import type { DetailContext, Item } from '../../kit/spec.ts'
import { notify } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { APP_RULES, nameAndLogin, nameAndType } from './addresses.ts'
import { accountsFor, appsFor, type Kind } from './app-kinds.ts'
import { relate, unrelate } from './relations.ts'
import { RuleMembers } from './rule-members.tsx'
import { say } from './words.ts'

const RULE = 'applicationpermission'

export function AppRuleApps(context: DetailContext) {
  const { item, reload } = context
  const address = `${APP_RULES}${item.id}/`
  const url = `${address}applications/all/`
  const accounts: readonly string[] = item.system_users ?? []
  const after = async (work: Promise<unknown>) => {
    await work
    reload()
    void changed(url)
  }
  const removeAccount = async (account: string) => {
    if (accounts.length <= 1) {
      notify.error(common.lastRow)
      throw new Error(common.lastRow)
    }
    await after(patch(address, { system_users: accounts.filter((one) => one !== account) }))
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
        remove={(app) => unrelate(RULE, item.id, 'application', app)}
      />
      <div className="db-detail-side">
        <RelationCard
          title={say.addApp}
          objectsUrl={appsFor(kindOf(item))}
          optionsUrl={appsFor(kindOf(item))}
          labelOf={nameAndType}
          ids={item.applications}
          list={false}
          add={(options) =>
            after(
              relate(
                RULE,
                item.id,
                'application',
                options.map(({ value }) => value),
              ),
            )
          }
        />
        <RelationCard
          title={say.addSystemUser}
          objectsUrl={accountsFor(kindOf(item))}
          optionsUrl={accountsFor(kindOf(item))}
          labelOf={nameAndLogin}
          ids={accounts}
          add={(options) =>
            after(patch(address, { system_users: [...accounts, ...options.map(({ value }) => value)] }))
          }
          remove={removeAccount}
        />
      </div>
    </div>
  )
}

const kindOf = ({ category, type }: Item): Kind => ({ category, type })
