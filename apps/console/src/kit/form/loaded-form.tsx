// The form once its fields and first values are known.
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { type Method, stateOf } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { Banner, Button, Empty } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { inLanguage } from '../../words/messages.ts'
import { say } from '../../words/say.ts'
import { useUnsaved } from '../leaving.ts'
import type { FormAction, FormContext, FormSpec, Meta } from '../spec.ts'
import { offersMore, offersReset } from './after-save.ts'
import { dropDraft, storedDraft } from './draft.ts'
import { fieldsOf, groupsOf } from './fields.ts'
import { FormFields, Summary } from './form-fields.tsx'
import { useDraftOnLogout } from './use-draft.ts'
import { useForm } from './use-form.ts'
import { useSave } from './use-save.tsx'
import { type Origin, payloadOf, startValues } from './values.ts'
import { words } from './words.ts'

export interface LoadedFormProps {
  readonly spec: FormSpec
  readonly meta: Meta
  readonly target: { readonly method: Method; readonly url: string }
  readonly origin: Origin
  readonly mode: FormContext['mode']
}

export function LoadedForm({ spec, meta, target, origin, mode }: LoadedFormProps) {
  useLanguage()
  const session = useSession()
  const at: FormContext = { session, mode }
  const groups = groupsOf(spec, meta, at)
  const fields = fieldsOf(groups)
  const place = `${useLocation().pathname} ${target.url}`
  const [draft, setDraft] = useState(() => storedDraft(place, session.profile?.id ?? ''))

  const seen = origin.kind === 'existing' ? stateOf(origin.item) : undefined
  const form = useForm(fields, () => {
    const start = startValues(fields, origin)
    return { start, raw: { ...start, ...draft } }
  })
  const { save, saving } = useSave({ spec, target, mode, form, at, seen })
  const isKept = useDraftOnLogout(place, form)
  useUnsaved(form.isDirty && !isKept)

  if (fields.length === 0) return <Empty icon="lock" title={words.noFields} />

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save('save')
  }
  const startAnew = () => {
    dropDraft()
    setDraft(undefined)
    form.begin(form.state.start)
  }
  return (
    <form
      className="db-form db-resource-form"
      noValidate
      autoComplete="off"
      aria-busy={saving !== undefined}
      onSubmit={submit}
      onKeyDown={keepEnterInside}
    >
      {draft && (
        <Banner tone="info">
          {words.restored}{' '}
          <Button kind="link" size="small" onClick={startAnew}>
            {words.discard}
          </Button>
        </Banner>
      )}
      <Summary form={form} />
      <FormFields form={form} groups={groups} />
      <div className="db-form-footer">
        <Button type="submit" kind="primary" busy={saving === 'save'} disabled={saving === 'more'}>
          {say.submit}
        </Button>
        {offersMore(spec, mode) && (
          <Button busy={saving === 'more'} disabled={saving === 'save'} onClick={() => void save('more')}>
            {say.saveAndAdd}
          </Button>
        )}
        {offersReset(mode) && (
          <Button disabled={saving !== undefined || !form.isDirty} onClick={startAnew}>
            {say.reset}
          </Button>
        )}
        {spec.extra?.map((action) => (
          <ExtraButton
            key={action.key}
            action={action}
            run={() => action.run(payloadOf(fields, form.state, undefined, at), at)}
          />
        ))}
      </div>
    </form>
  )
}

/** Enter in a list of choices chooses, or does nothing; it never sends a form that somebody is still filling in. */
const keepEnterInside = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && (event.target as Element).role === 'combobox') event.preventDefault()
}

function ExtraButton({ action, run }: { action: FormAction; run(): unknown }) {
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      await run()
    } catch {
      // Who failed has said so already.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} onClick={() => void start()}>
      {inLanguage(action.text)}
    </Button>
  )
}
