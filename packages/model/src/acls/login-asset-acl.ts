import {
  choice,
  commentLabel,
  counted,
  createdBy,
  dateCreated,
  dateUpdated,
  defineResource,
  display,
  flag,
  id,
  label,
  object,
  priority,
  ref,
  refs,
  serial,
  text,
} from '@drawbridge/resource'
import { ANY, hosts, names, protocolNames } from './patterns.ts'

const all = <const K extends string>(...keys: K[]) => Object.fromEntries(keys.map((key) => [key, [ANY]]))

/** What happens when these users log in to these assets as these system users. */
export const loginAssetAcl = defineResource('acls/login-asset-acls', {
  label: label('资产登录规则', 'Asset login rule'),
  model: 'loginassetacl',
  title: '{name}',
  scope: 'organisation',
  may: { read: ['orgAdmin'], write: ['orgAdmin'] },
  order: ['-priority', 'name'],
  unique: [['name']],
  licensed: true,
  fields: {
    id: id(),
    name: text(label('名称', 'Name'), { required: true, max: 128, filter: true, search: true }),
    priority: priority(),
    users: object(
      label('用户', 'Users'),
      { username_group: names('用户名', 'Username') },
      { default: all('username_group') },
    ),
    assets: object(
      label('资产', 'Assets'),
      { ip_group: hosts(), hostname_group: names('主机名', 'Hostname') },
      { default: all('ip_group', 'hostname_group') },
    ),
    system_users: object(
      label('系统用户', 'System users'),
      {
        name_group: names('名称', 'Name'),
        username_group: names('用户名', 'Username'),
        protocol_group: protocolNames(),
      },
      { default: all('name_group', 'username_group', 'protocol_group') },
    ),
    action: choice(
      label('动作', 'Action'),
      [
        ['login_confirm', label('登录复核', 'Login confirm')],
        ['reject', label('拒绝', 'Reject')],
        ['accept', label('允许', 'Accept')],
      ],
      { default: 'login_confirm' },
    ),
    action_display: display('action', label('动作', 'Action')),
    is_active: flag(label('激活', 'Is active'), { default: true }),
    comment: text(commentLabel),
    reviewers: refs('users/users', label('复核人', 'Reviewers'), {
      through: 'acls/login-asset-acls-reviewers-relations',
      mine: 'loginassetacl',
      theirs: 'user',
    }),
    reviewers_amount: counted('reviewers', label('复核人数量', 'Reviewers amount')),
    created_by: createdBy(),
    date_created: dateCreated(),
    date_updated: dateUpdated(),
  },
})

export const aclReviewer = defineResource('acls/login-asset-acls-reviewers-relations', {
  label: label('资产登录规则的复核人', 'Reviewer of an asset login rule'),
  model: 'loginassetacl_reviewers',
  title: '{loginassetacl} | {user}',
  scope: 'global',
  may: { read: [] },
  order: ['id'],
  unique: [['loginassetacl', 'user']],
  verbs: [],
  fields: {
    id: serial(),
    loginassetacl: ref('acls/login-asset-acls', label('资产登录规则', 'Asset login rule'), {
      required: true,
      whenTargetGoes: 'cascade',
    }),
    user: ref('users/users', label('用户', 'User'), { required: true, whenTargetGoes: 'cascade' }),
  },
})
