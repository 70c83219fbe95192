import { QuickActions } from '../../kit/index.ts'
import type { DetailContext } from '../../kit/spec.ts'
import { AccountTable } from './account-table.tsx'
import { ASSET_USERS } from './places.ts'
import { TableWithSide } from './table-with-side.tsx'
import { startTask } from './tasks.ts'
import { say } from './words.ts'

export function AssetAccounts({ item }: DetailContext) {
  return (
    <TableWithSide
      side={
        <QuickActions
          rows={[
            {
              text: say.testAssets,
              kind: 'button',
              label: say.test,
              run: () => startTask(ASSET_USERS_TASKS, { action: 'test' }, { query: { asset_id: item.id, latest: 1 } }),
            },
          ]}
        />
      }
    >
      <AccountTable query={{ asset_id: item.id }} />
    </TableWithSide>
  )
}

const ASSET_USERS_TASKS = `${ASSET_USERS}tasks/`
