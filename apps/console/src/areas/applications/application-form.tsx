import { useParams, useSearchParams } from 'react-router'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import type { Text } from '../../words/messages.ts'
import { applicationForm } from './forms.ts'
import { type Category, typeIn } from './kinds.ts'

export interface ApplicationFormProps {
  readonly category: Category
  /** Of the route. */
  readonly name: string
  readonly title: Text
}

export function ApplicationForm({ category, name, title }: ApplicationFormProps) {
  const { id } = useParams()
  const [query] = useSearchParams()
  const asked = query.get('type')
  const type = typeIn(category, asked)
  const spec = applicationForm({ category, type, name, isNew: id === undefined, isNamed: asked === type })
  return <FormScreen key={type} spec={spec} title={title} />
}
