import { useState } from 'react'
import { del } from '../../api/client.ts'
import { changed } from '../../api/resource.ts'
import { itemPath } from '../../api/table-query.ts'
import { Button, confirm, Dropdown, notify } from '../../ui/index.ts'
import { say } from '../../words/say.ts'
import { go } from '../going.tsx'
import { nameOf } from '../list/values.ts'
import { type Params, type PathQuery, pathTo, routeNamed } from '../paths.ts'
import { sibling } from '../route.ts'
import type { ListSpec, RowContext } from '../spec.ts'
import { tellFailure } from '../tell.ts'
import { type OfferedAction, offeredActions, splitActions } from './actions.ts'

export interface RowActionsProps {
  readonly spec: Pick<ListSpec, 'url' | 'name' | 'rowActions' | 'carry'>
  readonly context: RowContext
  /** The row is gone. */
  onDeleted?(id: string): void
}

/** Two actions or fewer as buttons; of more the first, the rest under More. */
export function RowActions({ spec, context, onDeleted }: RowActionsProps) {
  const { row } = context
  const leadTo = (kind: 'Update' | 'Create', params: Params, query: PathQuery = {}) => {
    const name = sibling(spec.name, kind)
    return routeNamed(name) && (() => go(pathTo(name, params, { ...query, ...spec.carry?.(row) })))
  }
  const actions = offeredActions(spec.rowActions, context, {
    update: leadTo('Update', { id: row.id }),
    clone: leadTo('Create', {}, { clone_from: row.id }),
    delete: async () => {
      if (await askDelete(spec.url, row)) onDeleted?.(row.id)
    },
  })
  const { shown, tucked } = splitActions(actions)
  return (
    <span className="db-row-actions">
      {shown.map((action) => (
        <ActionButton key={action.key} action={action} row={row} />
      ))}
      {tucked.length > 0 && (
        <Dropdown
          kind="link"
          align="end"
          of={row.id}
          text={say.more}
          label={`${say.more} ${nameOf(row)}`}
          items={tucked.map(({ key, text, danger, disabled, run }) => ({ key, text, danger, disabled, onSelect: run }))}
        />
      )}
    </span>
  )
}

/** Every delete is asked for first; the question stays while it fails. */
export const askDelete = (url: string, row: RowContext['row']): Promise<boolean> =>
  confirm({
    text: say.confirmDelete(`"${nameOf(row)}"`),
    danger: true,
    ok: say.delete,
    work: async () => {
      try {
        await del(itemPath(url, row.id), { flash: false })
      } catch (error) {
        tellFailure(say.deleteFailed, error)
        throw error
      }
      notify.success(say.deleteSuccess)
      void changed(url)
    },
  })

/** Busy while what it started is under way; another row that comes into its place is not. */
function ActionButton({ action, row }: { action: OfferedAction; row: RowContext['row'] }) {
  const [busy, setBusy] = useState<string>()
  const run = async () => {
    const work = action.run()
    if (!(work instanceof Promise)) return
    setBusy(row.id)
    try {
      await work
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <Button
      kind="link"
      className={action.danger ? 'db-row-danger' : undefined}
      disabled={action.disabled}
      busy={busy === row.id}
      onClick={() => void run()}
      aria-label={`${action.text} ${nameOf(row)}`}
    >
      {action.text}
    </Button>
  )
}
