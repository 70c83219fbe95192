import { useParams, useSearchParams } from 'react-router'
import { useLanguage } from '../../words/language.ts'
import { inLanguage, type Text } from '../../words/messages.ts'
import { ResourceForm } from '../form/resource-form.tsx'
import { PageFrame } from '../page-frame.tsx'
import { usePath } from '../paths.ts'
import { sibling } from '../route.ts'
import type { FormSpec } from '../spec.ts'

export function FormScreen({ spec, title }: { spec: FormSpec; title: Text }) {
  useLanguage()
  const { id } = useParams()
  const [query] = useSearchParams()
  const list = usePath(sibling(spec.name, 'List'))
  return (
    <PageFrame title={inLanguage(title)} back={list ?? true} help={spec.help && inLanguage(spec.help)}>
      <ResourceForm
        spec={spec}
        id={id}
        cloneFrom={id === undefined ? query.get('clone_from') || undefined : undefined}
      />
    </PageFrame>
  )
}
