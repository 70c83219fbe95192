// The storages that commands are kept in, each with the number of those that the list beside it looks for.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { get, type Query, withQuery } from '../../api/client.ts'
import type { Failure } from '../../api/failure.ts'
import { Bar, Button, Empty, IconButton, notify, Skeleton, Tree, type TreeNode } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { say as common } from '../../words/say.ts'
import { COMMAND_STORAGES } from './places.ts'
import { say } from './words.ts'

interface StorageItem {
  readonly id: string
  readonly name: string
  readonly pId?: string | null
  readonly isParent?: boolean
  readonly valid?: boolean
  readonly chkDisabled?: boolean
}

export interface Storages {
  readonly items: readonly StorageItem[]
  /** Shown where nobody has chosen. */
  readonly first?: string
  readonly loading: boolean
  readonly error?: Failure
  refresh(): void
}

export const useStorages = (filters: Query): Storages => {
  const lang = useLanguage()
  const url = withQuery(`${COMMAND_STORAGES}tree/`, { real: 1, ...filters })
  const asked = useQuery<readonly StorageItem[], Failure>({
    queryKey: ['tree', url, lang],
    queryFn: ({ signal }) => get(url, { signal, flash: false }),
    // Counts change with what is searched; the storages stay.
    placeholderData: (before) => before,
  })
  const items = asked.data ?? NONE
  const storages = items.filter(({ isParent }) => !isParent)
  return {
    items,
    first: (storages.find(isUsable) ?? storages[0])?.id,
    loading: asked.isFetching,
    error: asked.error ?? undefined,
    refresh: () => void asked.refetch(),
  }
}

const NONE: readonly StorageItem[] = []
const isUsable = ({ valid, chkDisabled }: StorageItem): boolean => valid !== false && chkDisabled !== true

export interface StorageTreeProps {
  readonly storages: Storages
  readonly chosen?: string
  readonly tools: ReactNode
  onChoose(storage: string): void
}

export function StorageTree({ storages, chosen, tools, onChoose }: StorageTreeProps) {
  const { items, loading, error, refresh } = storages
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const nodes = useMemo(
    () =>
      items.map(
        (item): TreeNode => ({
          id: item.id,
          parentId: item.pId || null,
          name: item.name,
          isParent: item.isParent ?? false,
          icon: item.isParent ? 'folder' : 'server',
          faint: !isUsable(item),
        }),
      ),
    [items],
  )
  const expanded = new Set(nodes.filter(({ id, isParent }) => isParent && !closed.has(id)).map(({ id }) => id))

  const choose = ({ id, isParent, faint }: TreeNode) => {
    if (isParent) return
    if (faint) return void notify.error(say.unavailable)
    onChoose(id)
  }
  return (
    <div className="db-node-tree">
      <div className="db-node-tree-head">
        <h2>{say.commandStorage}</h2>
        <IconButton icon="refresh" label={common.refresh} busy={loading} onClick={refresh} />
        {tools}
      </div>
      <Bar busy={loading && nodes.length > 0} />
      {error ? (
        <div role="alert">
          <Empty
            icon="warning"
            title={say.storagesFailed}
            text={error.message}
            action={
              <Button icon="refresh" busy={loading} onClick={refresh}>
                {common.retry}
              </Button>
            }
          />
        </div>
      ) : loading && nodes.length === 0 ? (
        <Skeleton rows={4} />
      ) : (
        <Tree
          label={say.commandStorage}
          nodes={nodes}
          expanded={expanded}
          selected={chosen}
          onExpand={(id, open) =>
            setClosed((all) => new Set(open ? [...all].filter((one) => one !== id) : [...all, id]))
          }
          onSelect={choose}
          empty={<Empty title={common.treeEmpty} />}
        />
      )}
    </div>
  )
}
