import { patch } from '../../api/client.ts'
import { inRootOrg } from '../../api/session.ts'
import { QuickActions, RelationCard } from '../../kit/index.ts'
import type { DetailContext } from '../../kit/spec.ts'
import { notify } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { CMD_FILTERS, SYSTEM_USERS } from './places.ts'
import { say } from './words.ts'

export function SystemUserSide({ item, session, reload }: DetailContext) {
  const change = async (body: object) => {
    await patch(`${SYSTEM_USERS}${item.id}/`, body)
    reload()
  }
  const filters: string[] = item.cmd_filters ?? []
  return (
    <>
      <QuickActions
        rows={[
          {
            text: say.autoPush,
            kind: 'switch',
            value: item.auto_push,
            disabled: inRootOrg(session) || item.login_mode === 'manual',
            has: item.protocol === 'ssh' || item.protocol === 'rdp',
            run: async (auto_push) => {
              await change({ auto_push })
              notify.success(common.updateSuccess)
            },
          },
        ]}
      />
      {item.protocol === 'ssh' && (
        <RelationCard
          title={say.cmdFilter}
          objectsUrl={CMD_FILTERS}
          optionsUrl={CMD_FILTERS}
          ids={filters}
          add={(options) => change({ cmd_filters: [...filters, ...options.map(({ value }) => value)] })}
          remove={(id) => change({ cmd_filters: filters.filter((one) => one !== id) })}
        />
      )}
    </>
  )
}
