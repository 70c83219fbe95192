import {
  commentLabel,
  computed,
  createdBy,
  dateCreated,
  defineResource,
  id,
  label,
  refs,
  text,
} from '@drawbridge/resource'
import type { OrgRole } from '../access.ts'

export const ROOT_ORG = '00000000-0000-0000-0000-000000000000'
export const DEFAULT_ORG = '00000000-0000-0000-0000-000000000002'

export const ROOT_ORG_NAME = label('全局组织', 'GLOBAL')
export const DEFAULT_ORG_NAME = 'Default'

const members = (role: OrgRole, zh: string, en: string) =>
  refs('users/users', label(zh, en), {
    through: 'orgs/org-member-relation',
    mine: 'org',
    theirs: 'user',
    fixed: { role },
    anywhere: true,
    detailOnly: true,
  })

export const org = defineResource('orgs/orgs', {
  label: label('组织', 'Organization'),
  model: 'organization',
  title: '{name}',
  scope: 'global',
  // Service accounts read only: a captured gateway must not make anybody an administrator.
  may: { read: ['superAdmin', 'app'], write: ['superAdmin'] },
  order: ['name'],
  mini: ['id', 'name'],
  small: ['id', 'name', 'is_default', 'is_root', 'comment', 'created_by', 'date_created'],
  fields: {
    id: id(),
    name: text(label('名称', 'Name'), {
      required: true,
      max: 128,
      unique: true,
      filter: true,
      search: true,
      order: true,
    }),
    is_default: computed<boolean>('boolean', label('默认组织', 'Is default')),
    is_root: computed<boolean>('boolean', label('全局组织', 'Is root')),
    comment: text(commentLabel, { search: true }),
    resource_statistics: computed<Record<string, number>>('nested object', label('资源统计', 'Resource statistics')),
    users: members('User', '用户', 'Users'),
    admins: members('Admin', '管理员', 'Administrators'),
    auditors: members('Auditor', '审计员', 'Auditors'),
    created_by: createdBy(),
    date_created: dateCreated(),
  },
})
