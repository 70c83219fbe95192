import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { orderOf } from '../../api/table-query.ts'
import { Button, DateRange, Dropdown, IconButton } from '../../ui/index.ts'
import { inLanguage } from '../../words/messages.ts'
import { say } from '../../words/say.ts'
import { findPath, type PathQuery } from '../paths.ts'
import { sibling } from '../route.ts'
import { ExportDialog } from '../sheet/export-dialog.tsx'
import { ImportDialog } from '../sheet/import-dialog.tsx'
import type { ListSpec } from '../spec.ts'
import { holds } from '../when.ts'
import { useBulkItems } from './bulk-items.tsx'
import { ColumnDialog } from './column-dialog.tsx'
import { canCreate, createItems, offersCreate } from './creating.ts'
import { SearchBox } from './search-box.tsx'
import type { ListScreen } from './use-list-screen.ts'
import { readRange } from './view.ts'
import { words } from './words.ts'

/** Days that the date picker offers at one click. */
export const shortcuts = () => [
  { label: say.last24Hours, days: 1 },
  { label: say.lastWeek, days: 7 },
  { label: say.lastMonth, days: 30 },
  { label: say.last3Months, days: 90 },
]

type Opened = 'columns' | 'export' | 'import'

export function Toolbar({ spec, screen }: { spec: ListSpec; screen: ListScreen }) {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const { view, changeView, selection, filters } = screen
  const bulk = useBulkItems(spec, screen)
  const selected = [...selection.keys]
  return (
    <div className="db-list-tools">
      {spec.search !== false && (
        <SearchBox tags={screen.tags} fields={screen.fields} onChange={(tags) => changeView({ tags })} />
      )}
      {screen.range && (
        <DateRange
          value={screen.range}
          onChange={({ from, to }) => {
            const range = readRange(from, to)
            if (range) changeView({ range })
          }}
          shortcuts={shortcuts()}
          labels={{ from: say.startDate, to: say.endDate }}
          clearable={false}
        />
      )}
      <div className="db-list-actions">
        <CreateButton spec={spec} screen={screen} />
        {(spec.headerActions ?? [])
          .filter((action) => holds(action.has, screen.session, true))
          .map((action) => (
            <Button
              key={action.key}
              kind={action.kind}
              disabled={!holds(action.can, screen.session, true)}
              onClick={() => void action.run({ session: screen.session, reload: screen.reload })}
            >
              {inLanguage(action.text)}
            </Button>
          ))}
        {bulk.items.length > 0 && <Dropdown text={say.moreActions} items={bulk.items} align="end" />}
        {bulk.dialog}
      </div>
      <div className="db-list-icons">
        {spec.columnSettings !== false && (
          <IconButton icon="columns" label={say.columns} onClick={() => setOpened('columns')} />
        )}
        {spec.export !== false && <IconButton icon="download" label={say.export} onClick={() => setOpened('export')} />}
        {spec.import !== false && <IconButton icon="upload" label={say.import} onClick={() => setOpened('import')} />}
        <IconButton icon="refresh" label={say.refresh} onClick={screen.reload} />
      </div>
      {opened === 'columns' && <ColumnDialog spec={spec} columns={screen.columns} onClose={close} />}
      {opened === 'export' && (
        <ExportDialog
          url={spec.url}
          own={spec.query}
          filters={filters}
          order={orderOf(view.sort)}
          selected={selected}
          onClose={close}
        />
      )}
      {opened === 'import' && (
        <ImportDialog url={spec.url} selected={selected} csvOnly={spec.import === 'csv'} onClose={close} />
      )}
    </div>
  )
}

/** Not there when there is no page to create on; by default not usable in the root organisation. */
export function CreateButton({ spec, screen }: { spec: ListSpec; screen: ListScreen }) {
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const to = createPath(spec, address)
  if (!to || !offersCreate(spec, screen.session)) return null
  const allowed = canCreate(spec, screen.session)
  if (spec.creates) {
    const items = createItems(spec.creates, screen.session, (query) => {
      const path = createPath(spec, address, query)
      if (path) void navigate(path)
    })
    return <Dropdown kind="primary" icon="plus" text={createText(spec)} items={items} disabled={!allowed} />
  }
  return (
    <Button
      kind="primary"
      icon="plus"
      disabled={!allowed}
      title={allowed ? undefined : words.rootReadOnly}
      onClick={() => void navigate(to)}
    >
      {createText(spec)}
    </Button>
  )
}

const createText = ({ createText: own }: ListSpec): string => (own ? inLanguage(own) : say.create)

/** What is created beside a tree starts with what is chosen there. */
const createPath = (
  { name, createQuery }: Pick<ListSpec, 'name' | 'createQuery'>,
  address: URLSearchParams,
  query: PathQuery = {},
): string | undefined =>
  findPath(
    sibling(name, 'Create'),
    {},
    { node: address.get('node') ?? undefined, asset: address.get('asset') ?? undefined, ...createQuery, ...query },
  )
