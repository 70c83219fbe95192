// Objects that belong to this one: listed ten at a time, added from a select, taken away one by one.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { get } from '../../api/client.ts'
import { handleFor } from '../../api/resource.ts'
import { useSession } from '../../api/session.ts'
import { Banner, Button, Card, IconButton, notify, Skeleton } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { say } from '../../words/say.ts'
import { type Option, optionOf } from '../inputs/remote.ts'
import { RemoteSelect } from '../inputs/remote-select.tsx'
import { isRelationDisabled } from './offers.ts'
import { listed, present, relationQuery, UNCHANGED, withAdded, withRemoved } from './relation.ts'

export interface RelationCardProps {
  readonly title: string
  /** List in which the present objects are looked up. */
  readonly objectsUrl: string
  /** List from which others are chosen. */
  readonly optionsUrl: string
  readonly ids: readonly string[] | null | undefined
  readonly labelOf?: (item: any) => string
  add(options: readonly Option[]): unknown
  remove?(id: string): unknown
  /** In the root organisation nothing is related, unless the screen says otherwise. */
  readonly disabled?: boolean
  /** False: only adds; what is there already shows elsewhere. */
  readonly list?: boolean
}

export function RelationCard(props: RelationCardProps) {
  useLanguage()
  const session = useSession()
  const id = useId()
  const ids = props.ids ?? []
  const disabled = isRelationDisabled(props.disabled, session)
  const [changes, setChanges] = useState(UNCHANGED)
  const [chosen, setChosen] = useState<readonly Option[]>([])
  const [busy, setBusy] = useState<'add' | string>()
  const lists = props.list !== false
  const objects = useObjects(props.objectsUrl, lists ? ids : NONE, props.labelOf)
  const inIt = present(ids, changes)
  const rows = listed(objects.data ?? [], changes)

  const work = async (what: string, run: () => unknown, done: () => void, success: string) => {
    if (busy !== undefined) return
    setBusy(what)
    try {
      await run()
      done()
      notify.success(success)
    } catch {
      // Who failed has said so already; what was chosen stays.
    } finally {
      setBusy(undefined)
    }
  }
  const add = () =>
    work(
      'add',
      () => props.add(chosen),
      () => {
        // Where another list shows them, that one knows.
        if (lists) setChanges((now) => withAdded(now, chosen))
        setChosen([])
      },
      say.addSuccess,
    )
  const remove = (value: string) =>
    work(
      value,
      () => props.remove?.(value),
      () => setChanges((now) => withRemoved(now, value)),
      say.removeSuccess,
    )

  return (
    <Card title={props.title} className="db-relation">
      <div className="db-relation-add">
        <RemoteSelect
          id={`${id}-select`}
          label={props.title}
          spec={{ url: props.optionsUrl, multiple: true, labelOf: props.labelOf }}
          value={chosen.map(({ value }) => value)}
          onChange={(_, options) => setChosen(options)}
          leftOut={({ value }) => inIt.has(value)}
          disabled={disabled}
        />
        <Button
          kind="primary"
          busy={busy === 'add'}
          disabled={disabled || chosen.length === 0}
          onClick={() => void add()}
        >
          {say.add}
        </Button>
      </div>
      {objects.isLoading && <Skeleton rows={3} />}
      {objects.error && (
        <Banner tone="danger">
          {objects.error.message}{' '}
          <Button kind="link" size="small" onClick={() => void objects.refetch()}>
            {say.retry}
          </Button>
        </Banner>
      )}
      {lists && (
        <ul className="db-relation-list" aria-label={props.title}>
          {rows.map(({ value, label }) => (
            <li key={value} className="db-relation-row">
              <span className="db-relation-name" data-tip-cut="">
                {label}
              </span>
              <IconButton
                icon="minus"
                label={`${say.remove} ${label}`}
                disabled={disabled}
                busy={busy === value}
                onClick={() => void remove(value)}
              />
            </li>
          ))}
        </ul>
      )}
      {lists && !objects.isLoading && !objects.error && rows.length === 0 && <p className="db-muted">{say.noData}</p>}
      {objects.hasNextPage && (
        <Button kind="link" busy={objects.isFetchingNextPage} onClick={() => void objects.fetchNextPage()}>
          {say.more}
        </Button>
      )}
    </Card>
  )
}

const NONE: readonly string[] = []

interface ObjectsPage {
  readonly options: readonly Option[]
  readonly more: boolean
}

/** Pages of the present objects, narrowed to them by a handle; other ids are another question. */
const useObjects = (url: string, ids: readonly string[], labelOf: RelationCardProps['labelOf']) =>
  useInfiniteQuery({
    queryKey: ['relation', url, ids],
    enabled: ids.length > 0,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }): Promise<ObjectsPage> => {
      // A handle lives for minutes, a page for hours: each page asks with a new one.
      const spm = await handleFor(ids)
      const body = await get(url, { query: relationQuery(spm, pageParam), signal, flash: false })
      const rows: any[] = Array.isArray(body) ? body : (body?.results ?? [])
      const wanted = new Set(ids)
      const options = rows.map((row) => optionOf(row, { labelOf })).filter(({ value }) => wanted.has(value))
      return { options, more: Boolean(body?.next) }
    },
    getNextPageParam: (last, _all, page) => (last.more ? page + 1 : undefined),
    select: ({ pages }) => pages.flatMap(({ options }) => options),
    placeholderData: (before) => before,
  })
