import { useLanguage } from '../../words/language.ts'
import { inLanguage, type Text } from '../../words/messages.ts'
import { ResourceList } from '../list/resource-list.tsx'
import { PageFrame } from '../page-frame.tsx'
import type { ListSpec } from '../spec.ts'

export function ListScreen({ spec, title }: { spec: ListSpec; title: Text }) {
  useLanguage()
  return (
    <PageFrame title={inLanguage(title)} help={spec.help && inLanguage(spec.help)}>
      <ResourceList spec={spec} caption={inLanguage(title)} />
    </PageFrame>
  )
}
