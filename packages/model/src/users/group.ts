import {
  commentLabel,
  counted,
  createdBy,
  dateCreated,
  defineResource,
  display,
  id,
  label,
  ref,
  refs,
  serial,
  text,
} from '@drawbridge/resource'

export const group = defineResource('users/groups', {
  label: label('用户组', 'User group'),
  model: 'usergroup',
  title: '{name}',
  scope: 'organisation',
  may: { read: ['orgAdmin'], write: ['orgAdmin'] },
  order: ['name'],
  unique: [['name']],
  mini: ['id', 'name'],
  small: ['id', 'name', 'comment', 'date_created', 'created_by'],
  fields: {
    id: id(),
    name: text(label('名称', 'Name'), { required: true, max: 128, filter: true, search: true, order: true }),
    users: refs('users/users', label('用户', 'Users'), {
      through: 'users/users-groups-relations',
      mine: 'usergroup',
      theirs: 'user',
    }),
    users_amount: counted('users', label('用户数量', 'Users amount')),
    comment: text(commentLabel),
    date_created: dateCreated(),
    created_by: createdBy(),
  },
})

export const groupMember = defineResource('users/users-groups-relations', {
  label: label('用户组成员', 'User group member'),
  model: 'user_groups',
  title: '{user} | {usergroup}',
  scope: 'global',
  may: { read: ['orgAdmin'], write: ['orgAdmin'] },
  order: ['id'],
  unique: [['user', 'usergroup']],
  fields: {
    id: serial(),
    user: ref('users/users', label('用户', 'User'), { required: true, filter: true, whenTargetGoes: 'cascade' }),
    user_display: display('user', label('用户', 'User'), { template: '{name}' }),
    usergroup: ref('users/groups', label('用户组', 'User group'), {
      required: true,
      filter: true,
      whenTargetGoes: 'cascade',
    }),
    usergroup_display: display('usergroup', label('用户组', 'User group')),
  },
})
