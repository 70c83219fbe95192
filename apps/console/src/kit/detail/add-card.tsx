// Adds rows of a list, found by name or in their tree, to something that shows them elsewhere.
import { useId, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { Button, Card, notify } from '../../ui/index.ts'
import { say } from '../../words/say.ts'
import { TreeSelect, type TreeSelectSpec } from '../inputs/tree-select.tsx'
import { isRelationDisabled } from './offers.ts'

export interface AddCardProps {
  readonly title: string
  readonly spec: TreeSelectSpec
  /** What is there already. */
  readonly present?: readonly string[]
  add(ids: string[]): Promise<unknown>
}

export function AddCard({ title, spec, present, add }: AddCardProps) {
  const id = useId()
  const disabled = isRelationDisabled(undefined, useSession())
  const [chosen, setChosen] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await add(chosen)
      setChosen([])
      notify.success(say.addSuccess)
    } catch {
      // Who failed has said so already; what was chosen stays.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={title}>
      <TreeSelect
        id={`${id}-choice`}
        label={title}
        spec={spec}
        present={present}
        value={chosen}
        onChange={setChosen}
        disabled={disabled}
      >
        <Button kind="primary" busy={busy} disabled={disabled || chosen.length === 0} onClick={() => void run()}>
          {say.add}
        </Button>
      </TreeSelect>
    </Card>
  )
}
