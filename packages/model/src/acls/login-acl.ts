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
  text,
} from '@drawbridge/resource'
import { addresses } from './patterns.ts'

/** From where a user may log in. */
export const loginAcl = defineResource('acls/login-acls', {
  label: label('用户登录规则', 'User login rule'),
  model: 'loginacl',
  title: '{name}',
  scope: 'global',
  may: { read: ['orgAdmin'], write: ['orgAdmin'] },
  order: ['-priority', '-date_updated', 'name'],
  fields: {
    id: id(),
    name: text(label('名称', 'Name'), { required: true, max: 128, filter: true, search: true }),
    priority: priority(),
    ip_group: addresses(),
    user: ref('users/users', label('用户', 'User'), { required: true, filter: true, whenTargetGoes: 'cascade' }),
    user_display: display('user', label('用户', 'User'), { template: '{name}' }),
    action: choice(
      label('动作', 'Action'),
      [
        ['reject', label('拒绝', 'Reject')],
        ['allow', label('允许', 'Allow')],
      ],
      {
        default: 'reject',
      },
    ),
    action_display: display('action', label('动作', 'Action')),
    is_active: flag(label('激活', 'Is active'), { default: true }),
    comment: text(commentLabel),
    created_by: createdBy(),
    date_created: dateCreated(),
    date_updated: dateUpdated(),
  },
})
