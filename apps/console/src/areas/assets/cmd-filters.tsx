// Command filters: what may be typed with the system users they are bound to.

import { patch } from '../../api/client.ts'
import { Link } from '../../kit/going.tsx'
import { RelationCard } from '../../kit/index.ts'
import { pathTo } from '../../kit/paths.ts'
import type { ColumnSpec, DetailContext, Item, PagesSpec } from '../../kit/spec.ts'
import { RULES_TAB, RulesTab } from './cmd-filter-rules.tsx'
import { CMD_FILTERS, nameAndLogin, SYSTEM_USERS } from './places.ts'
import { say, words } from './words.ts'

const counted = (field: 'rules' | 'system_users', tab?: string): ColumnSpec => ({
  width: 110,
  align: 'right',
  sortable: false,
  cell: (filter: Item) => (
    <Link className="db-link" to={pathTo('CommandFilterDetail', { id: filter.id }, { activeTab: tab })}>
      {filter[field]?.length ?? 0}
    </Link>
  ),
})

export const cmdFilterPages: PagesSpec = {
  path: 'assets/cmd-filters',
  name: 'CommandFilter',
  titles: {
    list: words.cmdFilters,
    create: words.createCmdFilter,
    detail: words.cmdFilterDetail,
    update: words.updateCmdFilter,
  },
  menu: { group: 'assets', order: 50 },
  list: {
    columns: [
      'name',
      'rules',
      'system_users',
      'is_active',
      'created_by',
      'date_created',
      'comment',
      'org_name',
      'actions',
    ],
    show: { default: ['name', 'rules', 'system_users', 'comment', 'actions'], min: ['name', 'actions'] },
    column: {
      rules: { ...counted('rules', RULES_TAB), label: words.rules },
      system_users: { ...counted('system_users', 'info'), label: words.systemUsers },
      date_created: { label: words.dateJoined },
    },
    bulk: { delete: false },
    export: false,
    import: false,
    help: words.cmdFiltersHelp,
  },
  form: { groups: [{ title: words.basic, fields: ['name', 'is_active', 'comment'] }] },
  detail: {
    facts: ['name', 'is_active', 'date_created', 'date_updated', 'created_by', 'comment'],
    Side: FilteredSystemUsers,
    tabs: [{ key: RULES_TAB, title: words.cmdFilterRules, Body: RulesTab }],
  },
}

function FilteredSystemUsers({ item, reload }: DetailContext) {
  const bound: string[] = item.system_users ?? []
  const bind = async (system_users: string[]) => {
    await patch(`${CMD_FILTERS}${item.id}/`, { system_users })
    reload()
  }
  return (
    <RelationCard
      title={say.addSystemUser}
      objectsUrl={SYSTEM_USERS}
      optionsUrl={SYSTEM_USERS}
      labelOf={nameAndLogin}
      ids={bound}
      add={(options) => bind([...bound, ...options.map(({ value }) => value)])}
      remove={(id) => bind(bound.filter((one) => one !== id))}
    />
  )
}
