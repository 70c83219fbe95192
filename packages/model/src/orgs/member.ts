import { choice, defineResource, display, id, label, ref, text } from '@drawbridge/resource'

export const orgRoles = [
  ['Admin', label('组织管理员', 'Organization administrator')],
  ['Auditor', label('组织审计员', 'Organization auditor')],
  ['User', label('用户', 'User')],
] as const

/** One role of one user in one organisation. A user may hold several. */
export const member = defineResource('orgs/org-member-relation', {
  label: label('组织成员', 'Organization member'),
  model: 'organizationmember',
  title: '{user} | {role}',
  scope: 'global',
  // Service accounts read only: a captured gateway must not make anybody an administrator.
  may: { read: ['superAdmin', 'app'], write: ['superAdmin'] },
  order: ['id'],
  unique: [['org', 'user', 'role']],
  fields: {
    id: id({ filter: true }),
    org: ref('orgs/orgs', label('组织', 'Organization'), { required: true, filter: true, whenTargetGoes: 'cascade' }),
    user: ref('users/users', label('用户', 'User'), {
      required: true,
      filter: true,
      anywhere: true,
      whenTargetGoes: 'cascade',
    }),
    role: choice(label('角色', 'Role'), orgRoles, { default: 'User', filter: true }),
    org_display: display('org', label('组织', 'Organization')),
    user_display: display('user', label('用户', 'User')),
    role_display: display('role', label('角色', 'Role')),
  },
  filters: {
    org_id: ref('orgs/orgs', label('组织', 'Organization')),
    user_id: ref('users/users', label('用户', 'User')),
    search: text(label('搜索用户或组织的名称', 'Search the names of users and organizations')),
  },
})
