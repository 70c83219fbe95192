// One tree: loaded with patience, opened branch by branch, changed by the user.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { del, get, patch, post, put } from '../../api/client.ts'
import type { Failure } from '../../api/failure.ts'
import { queries } from '../../api/resource.ts'
import { itemPath, pathOf } from '../../api/table-query.ts'
import { confirm, notify } from '../../ui/index.ts'
import { say } from '../../words/say.ts'
import { tellFailure } from '../tell.ts'
import { retrying } from './retrying.ts'
import type { TreeSpec } from './spec.ts'
import {
  childrenQuery,
  type KitNode,
  levelOf,
  merged,
  refreshQuery,
  renamed,
  renewedBelow,
  type TreeItem,
  toNode,
  withChild,
  withChildren,
  withoutNode,
} from './tree-data.ts'
import { words } from './words.ts'

const FRESH_MS = 60_000
/** Branches that are asked again at once. */
const RENEWED = 50
const NO_NODES: readonly KitNode[] = []

export interface TreeState {
  readonly nodes: readonly KitNode[]
  readonly expanded: ReadonlySet<string>
  readonly busy: ReadonlySet<string>
  readonly loading: boolean
  /** Tries after the first, while the server is not ready. */
  readonly attempt: number
  readonly error?: Failure
  readonly renaming?: string
  expand(id: string, open: boolean): void
  /** From its top, as at first. */
  refresh(): void
  /** Asks again for all that is open. */
  renew(): void
  create(parent: KitNode): Promise<void>
  startRename(node: KitNode): void
  rename(node: KitNode, value?: string): Promise<void>
  remove(node: KitNode): Promise<void>
  move(ids: readonly string[], targetId: string): Promise<void>
}

/** What is to be open at first and came without anything below it. */
const withFirstLevel = async (nodes: readonly KitNode[], load: (node: KitNode) => Promise<TreeItem[]>) => {
  const parents = new Set(nodes.map((node) => node.parentId))
  const bare = nodes.filter((node) => node.open && node.isParent && !parents.has(node.id))
  const below = await Promise.all(bare.map(load))
  return bare.reduce((all, node, at) => withChildren(all, node.id, below[at]!.map(toNode)), [...nodes])
}

export const useTree = ({ url, nodeUrl = '', lazy = true, counts }: TreeSpec): TreeState => {
  const key = useMemo(() => ['tree', url], [url])
  const refreshing = useRef(false)
  const [attempt, setAttempt] = useState(0)
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [renaming, setRenaming] = useState<string>()

  const asked = useQuery<readonly KitNode[], Failure>({
    queryKey: key,
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      const anew = refreshing.current
      refreshing.current = false
      const query = anew ? refreshQuery(url) : {}
      const items = await retrying(() => get<TreeItem[]>(url, { query, signal, flash: false }), { onRetry: setAttempt })
      setAttempt(0)
      const tops = (Array.isArray(items) ? items : []).map(toNode)
      const fresh = lazy
        ? await withFirstLevel(tops, (node) => get(url, { query: childrenQuery(node, 0), signal }))
        : tops
      return anew ? fresh : renewOpened(merged(current(), fresh), signal)
    },
  })
  const nodes = asked.data ?? NO_NODES
  const expanded = useMemo(
    () => new Set(nodes.filter((node) => toggled.get(node.id) ?? node.open).map((node) => node.id)),
    [nodes, toggled],
  )

  /** The answer tells of the top only; branches that are open are asked too, from the top down. */
  const renewOpened = async (all: readonly KitNode[], signal: AbortSignal): Promise<readonly KitNode[]> => {
    if (!lazy || current().length === 0) return all
    const opened = all.filter(({ id, isParent, open }) => isParent && !open && toggled.get(id))
    const answers = await Promise.all(
      opened.slice(0, RENEWED).map(async (node) => {
        const query = childrenQuery(node, levelOf(all, node.id))
        return { node, items: await get<TreeItem[]>(url, { query, signal, flash: false }) }
      }),
    )
    return answers.reduce((nodes, { node, items }) => renewedBelow(nodes, node.id, items.map(toNode)), all)
  }
  useCounted(counts, key)

  const current = () => queries.getQueryData<readonly KitNode[]>(key) ?? NO_NODES
  const change = (by: (nodes: readonly KitNode[]) => readonly KitNode[]) => queries.setQueryData(key, by(current()))
  const pathOfNode = (node: KitNode) => itemPath(nodeUrl, node.nodeId ?? node.id)

  const load = async (node: KitNode) => {
    setBusy((all) => new Set([...all, node.id]))
    try {
      const items = await get<TreeItem[]>(url, { query: childrenQuery(node, levelOf(current(), node.id)) })
      change((all) => withChildren(all, node.id, items.map(toNode)))
    } finally {
      setBusy((all) => new Set([...all].filter((id) => id !== node.id)))
    }
  }
  const expand = async (id: string, open: boolean) => {
    const node = current().find((one) => one.id === id)
    const unknown = lazy && node?.isParent && !current().some((one) => one.parentId === id)
    setToggled((all) => new Map(all).set(id, open))
    if (!open || !node || !unknown) return
    try {
      await load(node)
    } catch {
      // The message was shown; a second try is another click.
      setToggled((all) => new Map(all).set(id, false))
    }
  }

  return {
    nodes,
    expanded,
    busy,
    loading: asked.isFetching,
    attempt,
    error: asked.error ?? undefined,
    renaming,
    expand: (id, open) => void expand(id, open),
    renew: () => void queries.invalidateQueries({ queryKey: key }),
    refresh: () => {
      refreshing.current = true
      setToggled(new Map())
      void asked.refetch()
    },
    create: async (parent) => {
      await expand(parent.id, true)
      try {
        const made = await post<{ id: string; key: string; value: string }>(
          `${pathOfNode(parent)}children/`,
          {},
          { flash: false },
        )
        const meta = { type: 'node', node: { id: made.id, key: made.key, value: made.value } }
        const child = toNode({ id: made.key, pId: parent.id, name: `${made.value} (0)`, isParent: false, meta })
        change((all) => (all.some((node) => node.id === child.id) ? all : withChild(all, parent.id, child)))
        setToggled((all) => new Map(all).set(parent.id, true))
        setRenaming(child.id)
        notify.success(say.createSuccess)
      } catch (error) {
        tellFailure(say.createError, error)
      }
    },
    startRename: (node) => setRenaming(node.id),
    rename: async (node, value) => {
      setRenaming(undefined)
      if (!value || value === node.value) return
      try {
        await patch(pathOfNode(node), { value }, { flash: false })
        change((all) => renamed(all, node.id, value))
        notify.success(say.updateSuccess)
      } catch (error) {
        tellFailure(say.updateFailed, error)
      }
    },
    remove: async (node) => {
      await confirm({
        text: say.confirmDelete(`"${node.value}"`),
        danger: true,
        ok: say.delete,
        work: async () => {
          try {
            await del(pathOfNode(node), { flash: false })
          } catch (error) {
            tellFailure(say.deleteFailed, error)
            throw error
          }
          change((all) => withoutNode(all, node.id))
          notify.success(say.deleteSuccess)
        },
      })
    },
    move: async (ids, targetId) => {
      const moved = current().filter((node) => ids.includes(node.id))
      const target = current().find((node) => node.id === targetId)
      if (!target || moved.length === 0) return
      await confirm({
        text: words.confirmMove(moved.map((node) => node.value).join(', '), target.value),
        ok: words.move,
        work: async () => {
          try {
            const body = { nodes: moved.map((node) => node.nodeId ?? node.id) }
            await put(`${pathOfNode(target)}children/add/`, body, { flash: false })
          } catch (error) {
            tellFailure(say.updateFailed, error)
            throw error
          }
          notify.success(say.updateSuccess)
          // Keys change with the place, so the server tells what now stands below the target.
          change((all) => ids.reduce(withoutNode, all as KitNode[]))
          setToggled((all) => new Map(all).set(target.id, true))
          change((all) => all.map((node) => (node.id === target.id ? { ...node, isParent: true } : node)))
          await load(target).catch(() => undefined)
          // All above both places count anew.
          void queries.invalidateQueries({ queryKey: key })
        },
      })
    },
  }
}

/** A list that was written to has other numbers. */
const useCounted = (list: string | undefined, key: readonly unknown[]): void =>
  useEffect(() => {
    if (!list) return
    return queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'invalidate') return
      const [kind, asked] = event.query.queryKey
      if (kind === 'list' && typeof asked === 'string' && pathOf(asked) === list)
        void queries.invalidateQueries({ queryKey: key })
    })
  }, [list, key])
