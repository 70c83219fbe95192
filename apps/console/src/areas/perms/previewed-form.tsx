// The form of a rule, with a look at what saving it would change.
import { useState } from 'react'
import { useParams } from 'react-router'
import { can } from '../../api/session.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import type { FormSpec } from '../../kit/spec.ts'
import type { Text } from '../../words/messages.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { CAPABILITY, type Reached } from './why.ts'
import { whyWords } from './why-words.ts'

export interface PreviewedFormProps {
  readonly form: Omit<FormSpec, 'extra'>
  readonly title: Text
  readonly of: Reached
}

/** What a rule is called says nothing about what it gives. */
const ASIDE: readonly string[] = ['name', 'comment', 'category', 'type']

export function PreviewedForm({ form, title, of }: PreviewedFormProps) {
  const { id } = useParams()
  const [sketch, setSketch] = useState<Record<string, unknown>>()
  const spec: FormSpec = {
    ...form,
    extra: can(CAPABILITY)
      ? [{ key: 'preview', text: whyWords.preview, run: (values) => setSketch(decisive(values)) }]
      : [],
  }
  return (
    <>
      <FormScreen spec={spec} title={title} />
      {sketch && <PreviewDialog of={of} values={sketch} rule={id} onClose={() => setSketch(undefined)} />}
    </>
  )
}

const decisive = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !ASIDE.includes(name)))
