// On which assets a system user is, directly or by node, and its accounts there.
import { useMemo } from 'react'
import { del, post } from '../../api/client.ts'
import { changed, useList } from '../../api/resource.ts'
import { inRootOrg } from '../../api/session.ts'
import { AddCard, pathTo, QuickActions, RelationCard, ResourceList, tellFailure } from '../../kit/index.ts'
import type { DetailContext, Item, ListSpec } from '../../kit/spec.ts'
import { confirm, notify } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { AccountTable } from './account-table.tsx'
import { assetPicker, fullName, NODES, SYSTEM_USER_ASSETS, SYSTEM_USER_NODES, SYSTEM_USERS } from './places.ts'
import { TableWithSide } from './table-with-side.tsx'
import { startTask } from './tasks.ts'
import { say, words } from './words.ts'

export function SystemUserAssets({ item }: DetailContext) {
  const { id, auto_push: mayPush } = item
  const tasks = `${SYSTEM_USERS}${id}/tasks/`
  const spec = useMemo<ListSpec>(() => assetsOf(id, Boolean(mayPush)), [id, mayPush])
  const button = (text: string, label: string, action: 'test' | 'push', disabled = false) => ({
    text,
    label,
    kind: 'button' as const,
    disabled,
    run: () => startTask(tasks, { action }),
  })
  return (
    <TableWithSide
      side={
        <>
          <QuickActions
            rows={[button(say.testAssets, say.test, 'test'), button(say.pushNow, say.push, 'push', !mayPush)]}
          />
          <AddCard
            title={say.addAsset}
            spec={assetPicker}
            add={async (assets) => {
              await post(
                SYSTEM_USER_ASSETS,
                assets.map((asset) => ({ asset, systemuser: id })),
              )
              void changed(SYSTEM_USER_ASSETS)
            }}
          />
          <NodesOf systemUser={id} />
        </>
      }
    >
      <ResourceList spec={spec} caption={say.assetList} />
    </TableWithSide>
  )
}

const assetsOf = (systemUser: string, mayPush: boolean): ListSpec => {
  const push = (assets: readonly string[]) =>
    startTask(`${SYSTEM_USERS}${systemUser}/tasks/`, { action: 'push', assets })
  return {
    url: SYSTEM_USER_ASSETS,
    name: 'SystemUserAssets',
    query: { systemuser: systemUser },
    columns: ['asset_display', 'systemuser_display', 'actions'],
    column: { asset_display: { label: words.hostname }, systemuser_display: { label: words.systemUsers } },
    link: ({ asset }) => pathTo('AssetDetail', { id: asset }),
    search: { exclude: ['systemuser'] },
    create: false,
    import: false,
    rowActions: {
      delete: false,
      more: [
        { key: 'push', text: words.push, order: 10, can: () => mayPush, run: ({ row }) => push([row.asset]) },
        {
          key: 'delete',
          text: words.delete,
          order: 20,
          danger: true,
          can: ({ session }) => !inRootOrg(session),
          run: ({ row }) => askUnlink(row),
        },
      ],
    },
    bulk: {
      delete: false,
      more: [
        {
          key: 'push',
          text: words.pushSelected,
          can: ({ rows }) => mayPush && rows.length > 0,
          run: ({ rows }) => push(rows.map(({ asset }) => asset)),
        },
      ],
    },
  }
}

const askUnlink = ({ id, asset_display }: Item): Promise<boolean> =>
  confirm({
    text: common.confirmRemove(`"${asset_display}"`),
    danger: true,
    ok: common.delete,
    work: async () => {
      try {
        await del(`${SYSTEM_USER_ASSETS}${id}/`, { flash: false })
      } catch (error) {
        tellFailure(common.deleteFailed, error)
        throw error
      }
      notify.success(common.deleteSuccess)
      void changed(SYSTEM_USER_ASSETS)
    },
  })

function NodesOf({ systemUser }: { systemUser: string }) {
  const links = useList(SYSTEM_USER_NODES, { systemuser: systemUser })
  return (
    <RelationCard
      title={say.addNode}
      objectsUrl={NODES}
      optionsUrl={NODES}
      labelOf={fullName}
      ids={links.data?.rows.map(({ node }) => node)}
      add={async (options) => {
        await post(
          SYSTEM_USER_NODES,
          options.map(({ value }) => ({ systemuser: systemUser, node: value })),
        )
        void changed(SYSTEM_USER_NODES)
      }}
      remove={async (node) => {
        await del(SYSTEM_USER_NODES, { query: { systemuser: systemUser, node } })
        void changed(SYSTEM_USER_NODES)
      }}
    />
  )
}

export function SystemUserAccounts({ item }: DetailContext) {
  return <AccountTable query={{ prefer: 'system_user', prefer_id: item.id }} />
}
