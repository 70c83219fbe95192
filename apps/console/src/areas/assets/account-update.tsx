// Another password or key for an account: the book keeps it as a new version.
import { type FormEvent, useId, useState } from 'react'
import { post } from '../../api/client.ts'
import { fieldProblems } from '../../api/failure.ts'
import { changed } from '../../api/resource.ts'
import { KeyUpload, tellFailure } from '../../kit/index.ts'
import type { Item } from '../../kit/spec.ts'
import { Dialog, DialogActions, Field, notify, PasswordInput, TextInput } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { accountBody } from './account-body.ts'
import { ASSET_USERS } from './places.ts'
import { say } from './words.ts'

export function AccountUpdate({ account, onClose }: { account: Item; onClose(): void }) {
  const id = useId()
  const [password, setPassword] = useState('')
  const [key, setKey] = useState('')
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!password && !key) return setProblems({ password: say.nothingToSend })
    setBusy(true)
    try {
      await post(ASSET_USERS, accountBody(account, { password, key }), { flash: false })
      notify.success(common.updateSuccess)
      onClose()
      void changed(ASSET_USERS)
    } catch (error) {
      setProblems(fieldProblems(error))
      tellFailure(common.updateFailed, error)
      setBusy(false)
    }
  }
  const fixed = (name: 'hostname' | 'username') => (
    <Field id={`${id}-${name}`} label={say[name]}>
      <TextInput id={`${id}-${name}`} value={account[name]} onChange={() => undefined} disabled />
    </Field>
  )
  return (
    <Dialog
      open
      title={say.updateAccount}
      width="normal"
      busy={busy}
      onClose={onClose}
      footer={<DialogActions form={`${id}-form`} busy={busy} onCancel={onClose} />}
    >
      <form id={`${id}-form`} noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
        {fixed('hostname')}
        {fixed('username')}
        <Field id={`${id}-password`} label={say.password} error={problems.password}>
          <PasswordInput
            id={`${id}-password`}
            value={password}
            onChange={(next) => {
              setPassword(next)
              setProblems({})
            }}
            autoComplete="new-password"
            data-autofocus=""
          />
        </Field>
        <Field id={`${id}-key`} label={say.privateKey} error={problems.private_key ?? problems.key}>
          <KeyUpload id={`${id}-key`} value={key} onChange={setKey} />
        </Field>
      </form>
    </Dialog>
  )
}
