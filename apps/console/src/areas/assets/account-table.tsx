// Accounts of assets, wherever they come from: of one asset, of an admin user, of a system user.
import { useMemo, useState } from 'react'
import { del } from '../../api/client.ts'
import { changed } from '../../api/resource.ts'
import { inRootOrg } from '../../api/session.ts'
import { askMfa, pathTo, ResourceList, tellFailure } from '../../kit/index.ts'
import type { Item, ListSpec } from '../../kit/spec.ts'
import { confirm, notify } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { AccountSecret } from './account-secret.tsx'
import { AccountUpdate } from './account-update.tsx'
import { ASSET_USERS } from './places.ts'
import { startTask } from './tasks.ts'
import { say, words } from './words.ts'

interface AccountTableProps {
  /** Whose accounts: `asset_id`, or `prefer` with `prefer_id`. */
  readonly query: Readonly<Record<string, string>>
}

type Opened = { readonly kind: 'view' | 'update'; readonly account: Item }

export function AccountTable({ query }: AccountTableProps) {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const rowActions = useMemo(() => actionsFor(setOpened), [])
  const spec: ListSpec = {
    ...SHAPE,
    query: { ...query, latest: '1' },
    // On the page of an asset its name leads nowhere new.
    link: query.asset_id ? false : SHAPE.link,
    rowActions,
  }
  return (
    <>
      <ResourceList spec={spec} caption={say.accountList} />
      {opened?.kind === 'view' && <AccountSecret account={opened.account} onClose={close} />}
      {opened?.kind === 'update' && <AccountUpdate account={opened.account} onClose={close} />}
    </>
  )
}

const SHAPE: ListSpec = {
  url: ASSET_USERS,
  name: 'AssetUserTable',
  columns: ['hostname', 'ip', 'username', 'version', 'backend', 'date_created', 'actions'],
  column: {
    ip: { width: 120 },
    version: { width: 76, align: 'right' },
    backend: { width: 116 },
    date_created: { label: words.dateJoined },
    actions: { width: 132 },
  },
  link: ({ asset }) => pathTo('AssetDetail', { id: asset }),
  search: {
    options: [
      {
        key: 'latest',
        label: words.onlyLatest,
        choices: [
          { value: '1', label: words.yes },
          { value: '0', label: words.no },
        ],
      },
    ],
  },
  create: false,
  import: false,
  selection: false,
}

const actionsFor = (open: (opened: Opened) => void): ListSpec['rowActions'] => ({
  delete: false,
  more: [
    {
      key: 'view',
      text: words.view,
      order: 1,
      // Nothing to wait for: the dialog shows that somebody is asked.
      run: ({ row }) => void askMfa().then((isVerified) => isVerified && open({ kind: 'view', account: row })),
    },
    {
      key: 'update',
      text: words.update,
      order: 40,
      can: ({ session }) => !inRootOrg(session),
      run: ({ row }) => open({ kind: 'update', account: row }),
    },
    {
      key: 'test',
      text: words.test,
      order: 30,
      run: ({ row }) => startTask(`${ASSET_USERS}tasks/`, { action: 'test' }, { query: { id: row.id } }),
    },
    { key: 'delete', text: words.delete, order: 20, danger: true, run: ({ row }) => askDelete(row) },
  ],
})

const askDelete = ({ id, username, hostname }: Item): Promise<boolean> =>
  confirm({
    text: common.confirmDelete(`"${username}@${hostname}"`),
    danger: true,
    ok: common.delete,
    work: async () => {
      try {
        await del(`${ASSET_USERS}${encodeURIComponent(id)}/`, { flash: false })
      } catch (error) {
        tellFailure(common.deleteFailed, error)
        throw error
      }
      notify.success(common.deleteSuccess)
      void changed(ASSET_USERS)
    },
  })
