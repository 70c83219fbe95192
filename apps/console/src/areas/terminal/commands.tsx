// What was typed in sessions, storage by storage.
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { Link } from '../../kit/going.tsx'
import { BesidePane, findPath, PageFrame, ResourceList } from '../../kit/index.ts'
import { filtersOf, rangeOf } from '../../kit/list/list-query.ts'
import { readView } from '../../kit/list/view.ts'
import type { Item, ListSpec } from '../../kit/spec.ts'
import { Empty, Skeleton } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { CommandOutput, momentColumn } from './command-parts.tsx'
import { COMMANDS, RANGE_DAYS } from './places.ts'
import { StorageTree, useStorages } from './storage-tree.tsx'
import { say, words } from './words.ts'

/** The chosen storage, in the address. */
const STORAGE = 'storage'

export function CommandList() {
  useLanguage()
  const [address, setAddress] = useSearchParams()
  // The tree counts what the list looks for, so it is asked with the same.
  const view = readView(address)
  const storages = useStorages(filtersOf(view.tags ?? {}, rangeOf(OPENING, view)))
  const chosen = address.get(STORAGE) || storages.first
  const list = useMemo(() => chosen && listOf(chosen), [chosen])

  const choose = (storage: string) => {
    const next = new URLSearchParams(window.location.search)
    next.set(STORAGE, storage)
    next.delete('page')
    setAddress(next, { replace: true, preventScrollReset: true })
  }
  return (
    <PageFrame title={say.commands}>
      <BesidePane
        label={say.commandStorage}
        pane={({ tools, close }) => (
          <StorageTree
            storages={storages}
            chosen={chosen}
            tools={tools}
            onChoose={(storage) => {
              close()
              choose(storage)
            }}
          />
        )}
      >
        {list ? (
          <ResourceList spec={list} caption={say.commands} />
        ) : storages.loading ? (
          <Skeleton rows={10} />
        ) : (
          <Empty icon="folder" title={storages.error ? storages.error.message : say.chooseStorage} />
        )}
      </BesidePane>
    </PageFrame>
  )
}

const OPENING = { range: RANGE_DAYS } as const
const COLUMNS = ['input', 'risk_level', 'user', 'asset', 'system_user', 'session', 'timestamp'] as const

const COLUMN: ListSpec['column'] = {
  // What was typed has the room that is left.
  input: { label: words.command, sortable: false },
  risk_level: { label: words.riskLevel, width: 112, sortable: false, cell: (row) => <Risk row={row} /> },
  user: { width: 110 },
  asset: { width: 136 },
  system_user: { width: 112 },
  session: { label: words.session, width: 90, sortable: false, cell: (row) => <SessionLink row={row} /> },
  timestamp: momentColumn,
}

const listOf = (storage: string): ListSpec => ({
  ...OPENING,
  url: COMMANDS,
  name: 'CommandList',
  query: { command_storage_id: storage },
  columns: COLUMNS,
  column: COLUMN,
  below: (row) => <CommandOutput row={row} />,
  link: false,
  // The server filters by these two, though not for the same value.
  search: {
    options: [
      { key: 'user', label: words.userStarts },
      { key: 'input', label: words.inputHolds },
    ],
  },
  selection: false,
  create: false,
  import: false,
})

function Risk({ row }: { row: Item }) {
  return <span className={row.risk_level ? 'db-risk' : undefined}>{row.risk_level_display}</span>
}

function SessionLink({ row }: { row: Item }) {
  const to = row.session && findPath('SessionDetail', { id: row.session })
  if (!to) return null
  return (
    <Link className="db-link" to={to} aria-label={say.gotoSession(row.user)}>
      {say.goto}
    </Link>
  )
}
