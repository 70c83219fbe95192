import { memo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Session } from '../../api/session.ts'
import { orderOf } from '../../api/table-query.ts'
import { Button, DateRange, Dropdown, IconButton } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { inLanguage } from '../../words/messages.ts'
import { say } from '../../words/say.ts'
import { go } from '../going.tsx'
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
import type { ListTools } from './use-list-screen.ts'
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

export const Toolbar = memo(function Toolbar({ spec, tools }: { spec: ListSpec; tools: ListTools }) {
  useLanguage()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const { changeView, selection, filters } = tools
  const bulk = useBulkItems(spec, tools)
  const selected = [...selection.keys]
  return (
    <div className="db-list-tools">
      {spec.search !== false && (
        <SearchBox tags={tools.tags} fields={tools.fields} onChange={(tags) => changeView({ tags })} />
      )}
      {tools.range && (
        <DateRange
          value={tools.range}
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
        <CreateButton spec={spec} session={tools.session} />
        {(spec.headerActions ?? [])
          .filter((action) => holds(action.has, tools.session, true))
          .map((action) => (
            <Button
              key={action.key}
              kind={action.kind}
              disabled={!holds(action.can, tools.session, true)}
              onClick={() => void action.run({ session: tools.session, reload: tools.reload })}
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
        <IconButton icon="refresh" label={say.refresh} onClick={tools.reload} />
      </div>
      {opened === 'columns' && <ColumnDialog spec={spec} columns={tools.columns} onClose={close} />}
      {opened === 'export' && (
        <ExportDialog
          url={spec.url}
          own={spec.query}
          filters={filters}
          order={orderOf(tools.sort)}
          selected={selected}
          onClose={close}
        />
      )}
      {opened === 'import' && (
        <ImportDialog url={spec.url} selected={selected} csvOnly={spec.import === 'csv'} onClose={close} />
      )}
    </div>
  )
})

/** Not there when there is no page to create on; by default not usable in the root organisation. */
export function CreateButton({ spec, session }: { spec: ListSpec; session: Session }) {
  const [address] = useSearchParams()
  const to = createPath(spec, address)
  if (!to || !offersCreate(spec, session)) return null
  const allowed = canCreate(spec, session)
  if (spec.creates) {
    const items = createItems(spec.creates, session, (query) => {
      const path = createPath(spec, address, query)
      if (path) void go(path)
    })
    return <Dropdown kind="primary" icon="plus" text={createText(spec)} items={items} disabled={!allowed} />
  }
  return (
    <Button
      kind="primary"
      icon="plus"
      disabled={!allowed}
      title={allowed ? undefined : words.rootReadOnly}
      onClick={() => void go(to)}
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
