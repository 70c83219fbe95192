import { counted, defineResource, flag, label, text } from '@drawbridge/resource'
import { actions } from './actions.ts'
import { relationOf } from './relations.ts'
import { ruleFields } from './rule-fields.ts'

const common = ruleFields('asset')
const named = label('资产授权', 'Asset permission')

/** Users and groups may reach assets, and all assets below nodes, as these system users, to do this, in this time. */
export const assetPermission = defineResource('perms/asset-permissions', {
  label: named,
  model: 'assetpermission',
  title: '{name}',
  scope: 'organisation',
  may: { read: ['orgAdmin'], write: ['orgAdmin'] },
  order: ['name'],
  unique: [['name']],
  mini: ['id', 'name'],
  small: [
    'id',
    'name',
    'is_active',
    'is_expired',
    'is_valid',
    'actions',
    'users_amount',
    'user_groups_amount',
    'assets_amount',
    'nodes_amount',
    'system_users_amount',
    'created_by',
    'date_created',
    'date_expired',
    'date_start',
    'comment',
    'org_id',
    'org_name',
  ],
  fields: {
    ...common.head,
    ...common.who,
    assets: common.link('assets/assets', label('资产', 'Asset'), 'asset'),
    nodes: common.link('assets/nodes', label('节点', 'Nodes'), 'node'),
    ...common.as,
    actions: actions(),
    ...common.when,
    ...common.amounts,
    assets_amount: counted('assets', label('资产数量', 'Assets amount')),
    nodes_amount: counted('nodes', label('节点数量', 'Nodes amount')),
    ...common.tail,
  },
  filters: {
    user_id: text(label('用户', 'User')),
    username: text(label('用户名', 'Username')),
    user_group_id: text(label('用户组', 'User group')),
    user_group: text(label('用户组名称', 'Name of the user group')),
    system_user_id: text(label('系统用户', 'System user')),
    system_user: text(label('系统用户名称', 'Name of the system user')),
    node_id: text(label('节点', 'Node')),
    node: text(label('节点名称', 'Name of the node')),
    asset_id: text(label('资产', 'Asset')),
    hostname: text(label('主机名', 'Hostname')),
    ip: text(label('IP', 'IP')),
    is_valid: flag(label('有效', 'Validity')),
    is_effective: flag(label('起作用的', 'Effective')),
    all: flag(label('继承', 'Inherit')),
  },
})

const relation = relationOf('assetpermission', 'perms/asset-permissions', named)

export const permittedUser = relation('perms/asset-permissions-users-relations', 'user', {
  to: 'users/users',
  label: label('用户', 'User'),
})
export const permittedGroup = relation('perms/asset-permissions-user-groups-relations', 'usergroup', {
  to: 'users/groups',
  label: label('用户组', 'User group'),
})
export const permittedAsset = relation('perms/asset-permissions-assets-relations', 'asset', {
  to: 'assets/assets',
  label: label('资产', 'Asset'),
})
export const permittedNode = relation('perms/asset-permissions-nodes-relations', 'node', {
  to: 'assets/nodes',
  label: label('节点', 'Node'),
})
export const permittedSystemUser = relation('perms/asset-permissions-system-users-relations', 'systemuser', {
  to: 'assets/system-users',
  label: label('系统用户', 'System user'),
})
