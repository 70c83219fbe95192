import { get, patch } from '../../api/client.ts'
import { changed } from '../../api/resource.ts'
import { pathTo, QuickActions, RelationCard, ResourceList } from '../../kit/index.ts'
import type { DetailContext, ListSpec } from '../../kit/spec.ts'
import { AccountTable } from './account-table.tsx'
import { ADMIN_USERS, ASSETS, fullName, NODES } from './places.ts'
import { reachabilityColumn } from './reachability-column.tsx'
import { TableWithSide } from './table-with-side.tsx'
import { showLog } from './tasks.ts'
import { say } from './words.ts'

export function AdminUserAssets({ item }: DetailContext) {
  const address = `${ADMIN_USERS}${item.id}/`
  return (
    <TableWithSide
      side={
        <>
          <QuickActions
            rows={[
              {
                text: say.testAssets,
                kind: 'button',
                label: say.test,
                run: async () => showLog(await get(`${address}connective/`)),
              },
            ]}
          />
          <RelationCard
            title={say.replaceAdminUser}
            objectsUrl={NODES}
            optionsUrl={NODES}
            labelOf={fullName}
            ids={[]}
            list={false}
            add={async (options) => {
              await patch(`${address}nodes/`, { nodes: options.map(({ value }) => value) })
              void changed(ASSETS)
            }}
          />
        </>
      }
    >
      <ResourceList spec={{ ...ASSETS_OF, query: { admin_user__id: item.id } }} caption={say.assetList} />
    </TableWithSide>
  )
}

const ASSETS_OF: ListSpec = {
  url: ASSETS,
  name: 'AdminUserAssets',
  columns: ['hostname', 'ip', 'admin_user_display', 'connectivity'],
  column: { ip: { width: 140 }, connectivity: reachabilityColumn },
  link: ({ id }) => pathTo('AssetDetail', { id }),
  create: false,
  import: false,
  bulk: { delete: false },
}

export function AdminUserAccounts({ item }: DetailContext) {
  return <AccountTable query={{ prefer: 'admin_user', prefer_id: item.id }} />
}
