import { useId, useState } from 'react'
import { Button, Checkbox, Dialog, Switch } from '../../ui/index.ts'
import { say } from '../../words/say.ts'
import type { ListSpec } from '../spec.ts'
import { type ColumnFacts, lockedColumns, shownColumns } from './columns.ts'
import { columnSettings, saveColumns, saveDensity, useTableConfig } from './table-config.ts'
import { words } from './words.ts'

interface ColumnDialogProps {
  readonly spec: ListSpec
  readonly columns: readonly ColumnFacts[]
  onClose(): void
}

/** Which columns are shown and how high rows are; some columns stay. Applies when confirmed. */
export function ColumnDialog({ spec, columns, onClose }: ColumnDialogProps) {
  const id = useId()
  const config = useTableConfig()
  const saved = columnSettings(config, spec.name)
  const [shown, setShown] = useState(() => shownColumns(spec, saved.showColumns))
  const [widths, setWidths] = useState(saved.widths)
  const [roomy, setRoomy] = useState(config.density === 'roomy')
  const locked = lockedColumns(spec)

  const toggle = (key: string, on: boolean) =>
    setShown(spec.columns.filter((one) => (one === key ? on : shown.includes(one))))
  const restore = () => {
    setShown(shownColumns(spec))
    setWidths(undefined)
    setRoomy(false)
  }
  const save = () => {
    saveColumns(spec.name, { showColumns: shown, widths })
    saveDensity(roomy ? 'roomy' : 'normal')
    onClose()
  }

  return (
    <Dialog
      open
      title={say.columns}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={restore}>
            {words.defaults}
          </Button>
          <Button kind="primary" onClick={save}>
            {say.confirm}
          </Button>
        </>
      }
    >
      <fieldset className="db-column-choices">
        <legend className="db-muted">{say.columnsHint}</legend>
        {columns.map(({ key, label }) => (
          <Checkbox
            key={key}
            id={`${id}-${key}`}
            value={shown.includes(key)}
            disabled={locked.has(key)}
            onChange={(on) => toggle(key, on)}
          >
            {label}
          </Checkbox>
        ))}
      </fieldset>
      <Switch id={`${id}-density`} value={roomy} onChange={setRoomy}>
        {words.roomy}
      </Switch>
    </Dialog>
  )
}
