import { choice, counted, defineResource, display, flag, label, text } from '@drawbridge/resource'
import { applicationCategories, applicationTypes } from '../applications/application.ts'
import { relationOf } from './relations.ts'
import { ruleFields } from './rule-fields.ts'

const common = ruleFields('application')
const named = label('应用授权', 'Application permission')

/** Users and groups may reach applications of one type as these system users, in this time. */
export const applicationPermission = defineResource('perms/application-permissions', {
  label: named,
  model: 'applicationpermission',
  title: '{name}',
  scope: 'organisation',
  may: { read: ['orgAdmin'], write: ['orgAdmin'] },
  order: ['name'],
  unique: [['name']],
  mini: ['id', 'name'],
  fields: {
    ...common.head,
    category: choice(label('类别', 'Category'), applicationCategories, { required: true, filter: true }),
    category_display: display('category', label('类别', 'Category')),
    type: choice(label('类型', 'Type'), applicationTypes, { required: true, filter: true }),
    type_display: display('type', label('类型', 'Type')),
    ...common.who,
    applications: common.link('applications/applications', label('应用', 'Applications'), 'application'),
    ...common.as,
    ...common.when,
    ...common.amounts,
    applications_amount: counted('applications', label('应用数量', 'Applications amount')),
    ...common.tail,
  },
  filters: {
    user_id: text(label('用户', 'User')),
    username: text(label('用户名', 'Username')),
    user_group_id: text(label('用户组', 'User group')),
    user_group: text(label('用户组名称', 'Name of the user group')),
    system_user_id: text(label('系统用户', 'System user')),
    system_user: text(label('系统用户名称', 'Name of the system user')),
    application_id: text(label('应用', 'Application')),
    application: text(label('应用名称', 'Name of the application')),
    is_valid: flag(label('有效', 'Validity')),
    all: flag(label('继承', 'Inherit')),
  },
})

const relation = relationOf('applicationpermission', 'perms/application-permissions', named)

export const permittedAppUser = relation('perms/application-permissions-users-relations', 'user', {
  to: 'users/users',
  label: label('用户', 'User'),
})
export const permittedAppGroup = relation('perms/application-permissions-user-groups-relations', 'usergroup', {
  to: 'users/groups',
  label: label('用户组', 'User group'),
})
export const permittedApplication = relation('perms/application-permissions-applications-relations', 'application', {
  to: 'applications/applications',
  label: label('应用', 'Application'),
})
export const permittedAppSystemUser = relation('perms/application-permissions-system-users-relations', 'systemuser', {
  to: 'assets/system-users',
  label: label('系统用户', 'System user'),
})
