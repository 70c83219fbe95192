// The same change for many rows: choose what to change, then the values.
import '../ui/styles/kit-form.css'
import { type FormEvent, useId, useState } from 'react'
import { patch } from '../api/client.ts'
import { Failure } from '../api/failure.ts'
import { changed, type Meta, useMeta } from '../api/resource.ts'
import { useSession } from '../api/session.ts'
import { CheckboxGroup, Dialog, DialogActions, Empty, Field, notify, Skeleton } from '../ui/index.ts'
import { say } from '../words/say.ts'
import { bulkEntries, firstRefusal } from './bulk-entries.ts'
import { fieldsOf, groupsOf } from './form/fields.ts'
import { FormFields, Summary } from './form/form-fields.tsx'
import { useForm } from './form/use-form.ts'
import { payloadOf, startValues } from './form/values.ts'
import { words } from './list/words.ts'
import type { BulkUpdateSpec, FormContext } from './spec.ts'
import { tellFailure } from './tell.ts'

export interface BulkUpdateProps {
  readonly url: string
  readonly spec: BulkUpdateSpec
  readonly ids: readonly string[]
  onClose(): void
  onDone(): void
}

export function BulkUpdate(props: BulkUpdateProps) {
  const { data: meta, error } = useMeta(props.url, 'PUT')
  if (meta && Object.keys(meta).length > 0) return <BulkForm {...props} meta={meta} />
  return (
    <Dialog open title={say.updateSelected} width="70%" onClose={props.onClose}>
      {error || meta ? (
        <Empty icon="lock" title={words.noBulkUpdate} text={error?.message} />
      ) : (
        <Skeleton shape="form" rows={props.spec.fields.length} />
      )}
    </Dialog>
  )
}

function BulkForm({ url, spec, ids, meta, onClose, onDone }: BulkUpdateProps & { meta: Meta }) {
  const id = useId()
  const session = useSession()
  const at: FormContext = { session, mode: 'update' }
  const [checked, setChecked] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)

  const all = fieldsOf(groupsOf({ groups: [{ title: NO_TITLE, fields: spec.fields }], field: spec.field }, meta, at))
  const fields = all.filter(({ name }) => checked.includes(name))
  const form = useForm(fields, () => ({ start: startValues(all, { kind: 'new' }) }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || fields.length === 0 || !form.submit()) return
    setBusy(true)
    try {
      await patch(url, bulkEntries(ids, payloadOf(fields, form.state, undefined, at)), { flash: false })
      notify.success(say.updateSuccess)
      await changed(url)
      onDone()
      onClose()
    } catch (error) {
      const refusal = firstRefusal(error)
      if (refusal instanceof Failure && refusal.status === 400) form.refuse(refusal)
      else tellFailure(say.updateFailed, error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      title={`${say.updateSelected} (${ids.length})`}
      width="70%"
      onClose={onClose}
      busy={busy}
      footer={
        <DialogActions
          form={`${id}-form`}
          ok={say.submit}
          busy={busy}
          disabled={fields.length === 0}
          onCancel={onClose}
        />
      }
    >
      <form
        id={`${id}-form`}
        className="db-form"
        noValidate
        autoComplete="off"
        onSubmit={(event) => void submit(event)}
      >
        <Field id={`${id}-fields`} label={say.selectProperties}>
          <CheckboxGroup
            id={`${id}-fields`}
            value={checked}
            onChange={setChecked}
            options={all.map(({ name, label }) => ({ value: name, label }))}
          />
        </Field>
        <Summary form={form} />
        <FormFields form={form} groups={[{ title: '', fields }]} />
      </form>
    </Dialog>
  )
}

const NO_TITLE = { zh: '', en: '' }
