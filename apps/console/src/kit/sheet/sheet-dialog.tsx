// What export and import share: the kind of file, work that can be stopped, and how far it has come.
import { type ReactNode, useId, useRef } from 'react'
import { Banner, Bar, Dialog, DialogActions, type DialogProps, Field, RadioGroup } from '../../ui/index.ts'
import { say } from '../../words/say.ts'
import { FILE_TYPES, type FileType } from './sheet.ts'

export interface SheetDialogProps extends Pick<DialogProps, 'title' | 'width' | 'children'> {
  readonly busy: boolean
  /** Why it did not work. */
  readonly failure?: ReactNode
  readonly progress?: ReactNode
  onConfirm(): void
  onClose(): void
}

export function SheetDialog({ busy, failure, progress, onConfirm, children, ...dialog }: SheetDialogProps) {
  return (
    <Dialog
      {...dialog}
      open
      footer={<DialogActions stoppable busy={busy} onCancel={dialog.onClose} onOk={onConfirm} />}
    >
      {failure && <Banner tone="danger">{failure}</Banner>}
      {children}
      <div className="db-transfer" role="status">
        {progress}
      </div>
    </Dialog>
  )
}

/** Without a share nobody knows how long it takes. */
export function Progress({ share, label, text }: { share?: number; label: string; text: string }) {
  return (
    <>
      {share === undefined ? <Bar busy /> : <progress max={1} value={share} aria-label={label} />}
      <span>{text}</span>
    </>
  )
}

interface FileTypeFieldProps {
  readonly value: FileType
  onChange(type: FileType): void
  readonly disabled: boolean
}

export function FileTypeField({ value, onChange, disabled }: FileTypeFieldProps) {
  const id = useId()
  return (
    <Field id={id} label={say.fileType}>
      <RadioGroup
        id={id}
        value={value}
        onChange={(type) => onChange(type as FileType)}
        options={FILE_TYPES}
        disabled={disabled}
      />
    </Field>
  )
}

/** Closing the dialog ends what it has under way. */
export const useStoppable = (onClose: () => void) => {
  const latest = useRef<AbortController>(undefined)
  return {
    start: (): AbortSignal => {
      latest.current = new AbortController()
      return latest.current.signal
    },
    close: (): void => {
      latest.current?.abort()
      onClose()
    },
  }
}
