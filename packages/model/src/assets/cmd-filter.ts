import {
  choice,
  commentLabel,
  createdBy,
  dateCreated,
  dateUpdated,
  defineResource,
  display,
  flag,
  id,
  label,
  priority,
  ref,
  refs,
  serial,
  text,
} from '@drawbridge/resource'

export const cmdFilter = defineResource('assets/cmd-filters', {
  label: label('命令过滤器', 'Command filter'),
  model: 'commandfilter',
  title: '{name}',
  scope: 'organisation',
  may: { read: ['orgAdmin'], write: ['orgAdmin'] },
  order: ['name'],
  unique: [['name']],
  mini: ['id', 'name'],
  fields: {
    id: id(),
    name: text(label('名称', 'Name'), { required: true, max: 64, filter: true, search: true, order: true }),
    is_active: flag(label('激活', 'Is active'), { default: true }),
    comment: text(commentLabel),
    created_by: createdBy(),
    date_created: dateCreated(),
    date_updated: dateUpdated(),
    rules: refs('assets/cmd-filter-rules', label('规则', 'Rules'), {
      through: 'assets/cmd-filter-rules',
      mine: 'filter',
      theirs: 'id',
      readOnly: true,
    }),
    system_users: refs('assets/system-users', label('系统用户', 'System users'), {
      through: 'assets/cmd-filters-system-users-relations',
      mine: 'cmdfilter',
      theirs: 'systemuser',
    }),
  },
})

export const ruleTypes = [
  ['regex', label('正则表达式', 'Regex')],
  ['command', label('命令', 'Command')],
] as const

export const ruleActions = [
  [0, label('拒绝', 'Deny')],
  [1, label('允许', 'Allow')],
] as const

/** Served below its filter: `assets/cmd-filters/{filter}/rules/`. */
export const cmdFilterRule = defineResource('assets/cmd-filter-rules', {
  label: label('命令过滤器规则', 'Command filter rule'),
  model: 'commandfilterrule',
  title: '{content}',
  scope: 'organisation',
  may: { read: [] },
  order: ['-priority', 'action'],
  verbs: [],
  fields: {
    id: id(),
    filter: ref('assets/cmd-filters', label('过滤器', 'Filter'), { required: true, whenTargetGoes: 'cascade' }),
    type: choice(label('类型', 'Type'), ruleTypes, { default: 'command' }),
    type_display: display('type', label('类型', 'Type')),
    priority: priority(),
    content: text(label('内容', 'Content'), {
      required: true,
      max: 16_384,
      filter: true,
      search: true,
      help: label('每行一个命令', 'One line one command'),
    }),
    action: choice(label('动作', 'Action'), ruleActions, { default: 0 }),
    action_display: display('action', label('动作', 'Action')),
    comment: text(commentLabel, { max: 64 }),
    created_by: createdBy(),
    date_created: dateCreated(),
    date_updated: dateUpdated(),
  },
})

export const filteredSystemUser = defineResource('assets/cmd-filters-system-users-relations', {
  label: label('系统用户的命令过滤器', 'Command filter of a system user'),
  model: 'commandfilter_system_users',
  title: '{cmdfilter} | {systemuser}',
  scope: 'global',
  may: { read: [] },
  order: ['id'],
  unique: [['cmdfilter', 'systemuser']],
  verbs: [],
  fields: {
    id: serial(),
    cmdfilter: ref('assets/cmd-filters', label('命令过滤器', 'Command filter'), {
      required: true,
      whenTargetGoes: 'cascade',
    }),
    systemuser: ref('assets/system-users', label('系统用户', 'System user'), {
      required: true,
      whenTargetGoes: 'cascade',
    }),
  },
})
