import { lazy, type ReactNode, Suspense, useState } from 'react'
import { deleteMany, handleFor } from '../../api/resource.ts'
import { confirm, type MenuItem, notify } from '../../ui/index.ts'
import { inLanguage } from '../../words/messages.ts'
import { say } from '../../words/say.ts'
import type { BulkContext, ListSpec } from '../spec.ts'
import { tellFailure } from '../tell.ts'
import { holds } from '../when.ts'
import type { Selection } from './selection.ts'
import type { ListTools } from './use-list-screen.ts'

/** Brings the code of forms along, so it comes when it is asked for. */
const BulkUpdate = lazy(async () => ({ default: (await import('../bulk-update.tsx')).BulkUpdate }))

/** What can be done to the selected rows; without a selection it is offered but not usable. */
export const useBulkItems = (spec: ListSpec, tools: ListTools): { items: readonly MenuItem[]; dialog: ReactNode } => {
  const [updating, setUpdating] = useState(false)
  const { selection, session } = tools
  const none = selection.keys.size === 0
  const context: BulkContext = {
    rows: selection.rows,
    session,
    reload: () => {
      selection.clear()
      tools.reload()
    },
    handle: () => handleFor([...selection.keys]),
  }
  const { bulk = {} } = spec
  const items: MenuItem[] = []
  if (spec.selection !== false && holds(bulk.delete, context, spec.rowActions?.delete !== false)) {
    items.push({
      key: 'delete',
      text: say.deleteSelected,
      icon: 'trash',
      danger: true,
      disabled: none,
      onSelect: () => void askDeleteMany(spec, selection),
    })
  }
  if (bulk.update) {
    items.push({
      key: 'update',
      text: say.updateSelected,
      icon: 'edit',
      disabled: none || !holds(bulk.update.can, context, true),
      onSelect: () => setUpdating(true),
    })
  }
  for (const action of bulk.more ?? []) {
    if (!holds(action.has, context, true)) continue
    items.push({
      key: action.key,
      text: inLanguage(action.text),
      danger: action.danger,
      disabled: !holds(action.can, context, !none),
      onSelect: () => void action.run(context),
    })
  }
  const dialog = updating && bulk.update && (
    <Suspense>
      <BulkUpdate
        url={spec.url}
        spec={bulk.update}
        ids={[...selection.keys]}
        onClose={() => setUpdating(false)}
        onDone={selection.clear}
      />
    </Suspense>
  )
  return { items, dialog }
}

const askDeleteMany = ({ url }: ListSpec, { keys, clear }: Selection) =>
  confirm({
    text: say.confirmDeleteRows(keys.size),
    danger: true,
    ok: say.delete,
    work: async () => {
      try {
        await deleteMany(url, [...keys])
      } catch (error) {
        tellFailure(say.bulkDeleteFailed, error)
        throw error
      }
      notify.success(say.bulkDeleteSuccess)
      clear()
    },
  })
