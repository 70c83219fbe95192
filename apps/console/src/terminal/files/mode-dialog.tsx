// Who may read, write and run a file: as boxes and as a number, which say the same.
import { type FormEvent, useId, useState } from 'react'
import { Checkbox, Dialog, DialogActions, Field, TextInput } from '../../ui/index.ts'
import { octal } from './listing.ts'
import { say } from './words.ts'

export interface ModeDialogProps {
  readonly name: string
  readonly given: number
  work(mode: number): Promise<unknown>
  onClose(): void
  onDone(): void
}

const OCTAL = /^[0-7]{3,4}$/

export function ModeDialog({ name, given, work, onClose, onDone }: ModeDialogProps) {
  const id = useId()
  const [text, setText] = useState(octal(given))
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const mode = OCTAL.test(text) ? Number.parseInt(text, 8) : undefined
  const people = [
    [say.ownerBits, 6],
    [say.groupBits, 3],
    [say.otherBits, 0],
  ] as const
  const deeds = [
    [say.read, 2],
    [say.write, 1],
    [say.execute, 0],
  ] as const
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (mode === undefined) {
      setError(say.octalWrong)
      return
    }
    setBusy(true)
    try {
      await work(mode)
      onDone()
    } catch (failure) {
      setError((failure as Error).message)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={`${say.permissions} · ${name}`}
      width="small"
      busy={busy}
      onClose={onClose}
      footer={<DialogActions onCancel={onClose} form={`${id}-form`} ok={say.save} busy={busy} />}
    >
      <form id={`${id}-form`} className="db-files-modes" onSubmit={(event) => void submit(event)}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="db-hidden">{say.who}</span>
              </th>
              {deeds.map(([deed]) => (
                <th key={deed} scope="col">
                  {deed}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map(([who, shift]) => (
              <tr key={who}>
                <th scope="row">{who}</th>
                {deeds.map(([deed, bit]) => (
                  <td key={deed}>
                    <Checkbox
                      id={`${id}-${shift + bit}`}
                      label={`${who}: ${deed}`}
                      value={((mode ?? 0) >> (shift + bit)) % 2 === 1}
                      disabled={mode === undefined}
                      onChange={() => setText(octal((mode ?? 0) ^ (1 << (shift + bit))))}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <Field id={`${id}-octal`} label={say.octal} error={error}>
          <TextInput
            id={`${id}-octal`}
            value={text}
            mono
            onChange={(next) => {
              setText(next.trim())
              setError(undefined)
            }}
            maxLength={4}
            inputMode="numeric"
            autoComplete="off"
          />
        </Field>
      </form>
    </Dialog>
  )
}
