// Everything that a rule comes to, through groups and nodes too. Only what it names itself can be taken away here.
import { useState } from 'react'
import { inRootOrg } from '../../api/session.ts'
import { ResourceList } from '../../kit/index.ts'
import type { DetailContext } from '../../kit/spec.ts'
import { IconButton, notify } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { say, words } from './words.ts'

export interface RuleMembersProps {
  readonly context: DetailContext
  readonly caption: string
  /** Address of the list. */
  readonly url: string
  /** `user`: the rows have `user` and `user_display`. */
  readonly end: 'user' | 'asset' | 'application'
  /** Ids that the rule names itself. */
  readonly own: readonly string[]
  /** Why another cannot be taken away. */
  readonly because: string
  /** Reads the list anew as well. */
  remove(id: string): Promise<unknown>
}

export function RuleMembers({ context, caption, url, end, own, because, remove }: RuleMembersProps) {
  const { session } = context
  const named = new Set(own)
  return (
    <ResourceList
      caption={caption}
      spec={{
        url,
        name: `PermissionMembers-${end}`,
        key: end,
        columns: [`${end}_display`, 'actions'],
        column: {
          [`${end}_display`]: { label: words[end === 'application' ? 'applications' : end], sortable: false },
          actions: {
            width: 90,
            cell: (row) => (
              <RemoveButton
                title={row[`${end}_display`]}
                because={named.has(row[end]) ? undefined : because}
                disabled={inRootOrg(session)}
                remove={() => remove(row[end])}
              />
            ),
          },
        },
        link: false,
        selection: false,
        columnSettings: false,
        create: false,
        canCreate: false,
        export: false,
        import: false,
        bulk: { delete: false },
        search: { exclude: ['id', 'name', 'username', 'hostname', 'ip'] },
      }}
    />
  )
}

interface RemoveButtonProps {
  readonly title: string
  readonly because: string | undefined
  readonly disabled: boolean
  remove(): Promise<unknown>
}

function RemoveButton({ title, because, disabled, remove }: RemoveButtonProps) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await remove()
      notify.success(common.removeSuccess)
    } catch {
      // The reason is on the screen already.
      setBusy(false)
    }
  }
  const label = because ?? `${say.remove} ${title}`
  return (
    <IconButton
      icon="minus"
      label={label}
      className="db-row-danger"
      disabled={disabled || because !== undefined}
      busy={busy}
      onClick={() => void run()}
    />
  )
}
