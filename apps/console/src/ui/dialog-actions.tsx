import { Button } from './button.tsx'
import { useWords } from './words.ts'

export interface DialogActionsProps {
  /** Without it there is nothing to refuse. */
  onCancel?(): void
  onOk?(): void
  /** Instead of `onOk`: the form that is submitted. */
  form?: string
  /** Other words than cancel and confirm. */
  cancel?: string
  ok?: string
  danger?: boolean
  busy?: boolean
  disabled?: boolean
  /** Work under way ends when it is cancelled; else cancelling waits for it. */
  stoppable?: boolean
}

/** The two buttons that most dialogs end with. */
export function DialogActions({
  onCancel,
  onOk,
  form,
  danger,
  busy,
  disabled,
  stoppable,
  ...text
}: DialogActionsProps) {
  const words = useWords()
  return (
    <>
      {onCancel && (
        <Button onClick={onCancel} disabled={busy && !stoppable}>
          {text.cancel ?? words.cancel}
        </Button>
      )}
      <Button
        kind={danger ? 'danger' : 'primary'}
        type={form ? 'submit' : 'button'}
        form={form}
        busy={busy}
        disabled={disabled}
        onClick={onOk}
      >
        {text.ok ?? words.confirm}
      </Button>
    </>
  )
}
