// Asks for a name, of a new folder or instead of an old one.
import { type FormEvent, useId, useRef, useState } from 'react'
import { Dialog, DialogActions, Field, TextInput } from '../../ui/index.ts'
import { wrongName } from './paths.ts'
import { say } from './words.ts'

export interface NameDialogProps {
  readonly title: string
  readonly label: string
  readonly ok: string
  readonly given?: string
  work(name: string): Promise<unknown>
  onClose(): void
  onDone(name: string): void
}

const wrong = () => ({ empty: say.nameEmpty, sign: say.nameSign, long: say.nameLong })

export function NameDialog({ title, label, ok, given = '', work, onClose, onDone }: NameDialogProps) {
  const id = useId()
  const [name, setName] = useState(given)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const touched = useRef(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const problem = wrongName(name)
    if (problem) {
      setError(wrong()[problem])
      return
    }
    if (name === given) {
      onClose()
      return
    }
    setBusy(true)
    try {
      await work(name)
      onDone(name)
    } catch (failure) {
      setError((failure as Error).message)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={title}
      width="small"
      busy={busy}
      onClose={onClose}
      footer={<DialogActions onCancel={onClose} form={`${id}-form`} ok={ok} busy={busy} />}
    >
      <form id={`${id}-form`} onSubmit={(event) => void submit(event)}>
        <Field id={`${id}-name`} label={label} error={error}>
          <TextInput
            id={`${id}-name`}
            value={name}
            onChange={(next) => {
              setName(next)
              setError(undefined)
            }}
            onFocus={({ target }) => {
              // The part that people change, once: not the ending.
              if (name !== given || touched.current) return
              touched.current = true
              const dot = given.lastIndexOf('.')
              target.setSelectionRange(0, dot > 0 ? dot : given.length)
            }}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      </form>
    </Dialog>
  )
}
