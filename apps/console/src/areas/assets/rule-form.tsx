// Forms of rules: always of one filter, and back to it.
import { useParams, useSearchParams } from 'react-router'
import { pathTo } from '../../kit/paths.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import type { FormSpec } from '../../kit/spec.ts'
import { RULES_TAB, rulesOf } from './cmd-filter-rules.tsx'
import { CMD_FILTERS } from './places.ts'
import { words } from './words.ts'

export function RuleForm() {
  const { id } = useParams()
  const [query] = useSearchParams()
  const filter = query.get('filter') ?? ''
  const spec: FormSpec = {
    ...FORM,
    url: rulesOf(filter),
    name: id ? 'CommandFilterRulesUpdate' : 'CommandFilterRulesCreate',
    initial: { filter, type: 'regex' },
    afterSave: () => pathTo('CommandFilterDetail', { id: filter }, { activeTab: RULES_TAB }),
  }
  return <FormScreen spec={spec} title={id ? words.updateRule : words.createRule} />
}

const FORM: Omit<FormSpec, 'url' | 'name'> = {
  groups: [{ title: words.basic, fields: ['filter', 'type', 'content', 'priority', 'action', 'comment'] }],
  field: {
    filter: { options: { url: `${CMD_FILTERS}?fields_size=mini`, multiple: false }, disabled: true },
    content: { rows: 4, help: ({ type }) => (type === 'regex' ? words.regexHelp : words.commandHelp) },
  },
}
