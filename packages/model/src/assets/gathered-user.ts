import { dateCreated, dateUpdated, defineResource, flag, id, label, ref, stamp, text } from '@drawbridge/resource'

/** An account that was found on an asset. */
export const gatheredUser = defineResource('assets/gathered-users', {
  label: label('收集的用户', 'Gathered user'),
  model: 'gathereduser',
  title: '{username}',
  scope: 'organisation',
  may: { read: ['orgAdmin'], write: ['orgAdmin'] },
  order: ['username'],
  unique: [['asset', 'username']],
  verbs: ['list', 'read', 'delete'],
  bulk: false,
  fields: {
    id: id({ readOnly: true }),
    asset: ref('assets/assets', label('资产', 'Asset'), { readOnly: true, filter: true, whenTargetGoes: 'cascade' }),
    hostname: text(label('主机名', 'Hostname'), { readOnly: true, stored: false }),
    ip: text(label('IP', 'IP'), { readOnly: true, stored: false }),
    username: text(label('用户名', 'Username'), { readOnly: true, filter: true }),
    date_last_login: stamp(label('最后登录日期', 'Date last login'), { readOnly: true, nullable: true }),
    ip_last_login: text(label('最后登录IP', 'IP last login'), { readOnly: true }),
    present: flag(label('存在', 'Present'), { readOnly: true, filter: true, default: true }),
    date_created: dateCreated(),
    date_updated: dateUpdated(),
  },
  filters: {
    asset_id: ref('assets/assets', label('资产', 'Asset')),
    asset__ip: text(label('IP', 'IP')),
    asset__hostname: text(label('主机名', 'Hostname')),
    node: text(label('节点', 'Node')),
    node_id: text(label('节点', 'Node')),
    all: flag(label('包含子节点', 'With the nodes below')),
    show_current_asset: flag(label('仅当前节点', 'Only this node')),
    search: text(label('搜索', 'Search')),
  },
})
