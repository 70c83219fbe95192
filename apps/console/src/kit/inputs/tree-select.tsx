// Rows of a list, chosen from its pages beside a tree, or typed: the field of a form, and the dialog alone.
import { type ComponentType, type ReactNode, useState } from 'react'
import { Button, Dialog, DialogActions } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { inLanguage, type Text } from '../../words/messages.ts'
import { ResourceList } from '../list/resource-list.tsx'
import type { InputProps, ListSpec, RemoteSpec } from '../spec.ts'
import { BesideTree } from '../tree/beside-tree.tsx'
import type { TreeSpec } from '../tree/spec.ts'
import { RemoteSelect } from './remote-select.tsx'
import { words } from './words.ts'

export interface TreeSelectSpec {
  readonly title: Text
  readonly tree: TreeSpec
  readonly list: Pick<ListSpec, 'url' | 'name' | 'columns' | 'column' | 'query' | 'canSelect' | 'link'>
  /** What the field shows of the rows, and offers to those who type. */
  readonly options: RemoteSpec
}

const NONE: readonly string[] = []

/** For the `input` of a field. */
export const treeSelect =
  (spec: TreeSelectSpec): ComponentType<InputProps> =>
  (props) => <TreeSelect {...props} spec={spec} />

export interface TreeSelectProps extends InputProps {
  readonly spec: TreeSelectSpec
  /** Accessible name where no field is around it. */
  readonly label?: string
  /** Rows that are there already: not offered, and ticked for good in the dialog. */
  readonly present?: readonly string[]
  /** What stands behind the button. */
  readonly children?: ReactNode
}

export function TreeSelect({ spec, label, present = NONE, children, ...input }: TreeSelectProps) {
  useLanguage()
  const [open, setOpen] = useState(false)
  const isPresent = (id: string) => present.includes(id)
  return (
    <div className="db-pick">
      <RemoteSelect
        {...input}
        label={label}
        spec={{ ...spec.options, multiple: true }}
        clearable
        leftOut={({ value }) => isPresent(value)}
      />
      <Button icon="folder" disabled={input.disabled} onClick={() => setOpen(true)}>
        {words.browse}
      </Button>
      {children}
      {open && (
        <TreeSelectDialog
          spec={
            present.length === 0 ? spec : { ...spec, list: { ...spec.list, canSelect: ({ id }) => !isPresent(id) } }
          }
          value={[...present, ...(input.value ?? [])]}
          onClose={() => setOpen(false)}
          onConfirm={(ids) => {
            input.onChange(ids.filter((id) => !isPresent(id)))
            setOpen(false)
          }}
        />
      )}
    </div>
  )
}

export interface TreeSelectDialogProps {
  readonly spec: TreeSelectSpec
  readonly value?: readonly string[]
  /** The dialog stays until who opened it closes it. */
  onConfirm(ids: string[]): unknown
  onClose(): void
}

/** Nothing counts before it is confirmed. */
export function TreeSelectDialog({ spec, value = [], onConfirm, onClose }: TreeSelectDialogProps) {
  useLanguage()
  const [keys, setKeys] = useState<ReadonlySet<string>>(() => new Set(value))
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm([...keys])
    } catch {
      // Who failed has said so already; what was ticked stays.
    } finally {
      setBusy(false)
    }
  }
  const title = inLanguage(spec.title)
  return (
    <Dialog
      open
      title={title}
      width="70%"
      busy={busy}
      onClose={onClose}
      footer={<DialogActions busy={busy} onCancel={onClose} onOk={() => void confirm()} />}
    >
      <BesideTree tree={spec.tree} place="memory">
        {({ query }) => (
          <ResourceList
            spec={{ ...BARE, ...spec.list, query: { ...spec.list.query, ...query } }}
            place="memory"
            caption={title}
            picked={{ keys, onChange: setKeys }}
          />
        )}
      </BesideTree>
    </Dialog>
  )
}

const BARE = {
  create: false,
  export: false,
  import: false,
  columnSettings: false,
  rowActions: { delete: false },
  bulk: { delete: false },
} as const
