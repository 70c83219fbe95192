// What somebody may reach: the tree of their nodes, or what a search finds in all of them.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { get } from '../../api/client.ts'
import type { Item } from '../../api/meta.ts'
import type { KitNode } from '../../kit/tree/tree-data.ts'
import { useTree } from '../../kit/tree/use-tree.ts'
import { Button, Empty, Icon, Skeleton, TextInput, Tree } from '../../ui/index.ts'
import { onlyWay } from './only-way.ts'
import { say } from './words.ts'

export const MY_ASSETS = '/api/v1/perms/users/assets/'
export const MY_APPLICATIONS = '/api/v1/perms/users/applications/'
const MY_TREE = '/api/v1/perms/users/nodes/children-with-assets/tree/'
const TYPING_MS = 250
const MOST = 50

export interface Target {
  readonly id: string
  readonly name: string
  /** Of a database: which one it is. */
  readonly database?: string
}

export interface AssetsPaneProps {
  /** Databases have no files. */
  readonly databases?: boolean
  onOpen(asset: Target): void
}

/** Many open things with two clicks: they want to go there once. */
const DOUBLE_MS = 500

const useOnce = (open: (target: Target) => void): ((target: Target) => void) => {
  const last = useRef({ id: '', at: 0 })
  return (target) => {
    const at = performance.now()
    const isSecond = last.current.id === target.id && at - last.current.at < DOUBLE_MS
    last.current = { id: target.id, at }
    if (!isSecond) open(target)
  }
}

export function AssetsPane({ databases = false, onOpen: open }: AssetsPaneProps) {
  const onOpen = useOnce(open)
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <nav className="db-luna-assets" aria-label={say.assets}>
      <div className="db-luna-search">
        <TextInput
          id="luna-search"
          type="search"
          value={typed}
          onChange={setTyped}
          placeholder={say.search}
          aria-label={say.search}
        />
      </div>
      {search === '' ? <AssetTree onOpen={onOpen} /> : <Found search={search} onOpen={onOpen} />}
      {databases && <Databases search={search} onOpen={onOpen} />}
    </nav>
  )
}

function AssetTree({ onOpen }: { onOpen(asset: Target): void }) {
  const tree = useTree({ url: MY_TREE, label: { zh: say.assets, en: say.assets } })
  // Once each: what somebody closes stays closed.
  const gone = useRef(new Set<string>())
  const { nodes, expanded, expand } = tree
  useEffect(() => {
    const next = onlyWay(nodes, expanded)
    if (!next || gone.current.has(next.id)) return
    gone.current.add(next.id)
    expand(next.id, true)
  }, [nodes, expanded, expand])
  if (tree.error) return <Failed message={tree.error.message} onRetry={tree.refresh} />
  if (tree.loading && tree.nodes.length === 0) return <Skeleton rows={8} />
  const choose = (node: KitNode) =>
    node.assetId ? onOpen({ id: node.assetId, name: node.value }) : tree.expand(node.id, !tree.expanded.has(node.id))
  return (
    <Tree<KitNode>
      label={say.assets}
      nodes={tree.nodes}
      expanded={tree.expanded}
      busy={tree.busy}
      onExpand={tree.expand}
      onSelect={choose}
      empty={<Empty title={say.noAssets} />}
    />
  )
}

function Found({ search, onOpen }: { search: string; onOpen(asset: Target): void }) {
  const asked = useQuery({
    queryKey: ['luna', search],
    queryFn: ({ signal }) =>
      get<{ results: Item[] }>(MY_ASSETS, { query: { search, limit: MOST }, signal, flash: false }),
  })
  if (asked.error) return <Failed message={asked.error.message} onRetry={() => void asked.refetch()} />
  if (!asked.data) return <Skeleton rows={6} />
  if (asked.data.results.length === 0) return <Empty icon="search" title={say.nothingFound} />
  return (
    <ul className="db-luna-found">
      {asked.data.results.map(({ id, hostname, ip, is_active }) => (
        <li key={id}>
          <button
            type="button"
            disabled={!is_active}
            aria-label={say.open(`${hostname} ${ip}`)}
            onClick={() => onOpen({ id, name: hostname })}
          >
            <Icon name="server" />
            <span>{hostname}</span> <small className="db-muted">{ip}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** A branch of its own; whoever has no databases never sees it. */
function Databases({ search, onOpen }: { search: string; onOpen(database: Target): void }) {
  const asked = useQuery({
    queryKey: ['luna', 'databases', search],
    queryFn: ({ signal }) =>
      get<{ results: Item[] }>(MY_APPLICATIONS, {
        query: { category: 'db', limit: MOST, ...(search ? { search } : {}) },
        signal,
        flash: false,
      }),
  })
  const found = asked.data?.results ?? []
  if (asked.error) return <Failed message={asked.error.message} onRetry={() => void asked.refetch()} />
  if (found.length === 0) return null
  return (
    <details className="db-luna-branch" open>
      <summary>{say.databases}</summary>
      <ul className="db-luna-found">
        {found.map(({ id, name, type }) => (
          <li key={id}>
            <button
              type="button"
              aria-label={say.open(`${name} ${type}`)}
              onClick={() => onOpen({ id, name, database: type })}
            >
              <Icon name="apps" />
              <span>{name}</span> <small className="db-muted">{type}</small>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

const Failed = ({ message, onRetry }: { message: string; onRetry(): void }) => (
  <div role="alert">
    <Empty
      icon="warning"
      title={say.loadFailed}
      text={message}
      action={
        <Button icon="refresh" onClick={onRetry}>
          {say.retry}
        </Button>
      }
    />
  </div>
)
