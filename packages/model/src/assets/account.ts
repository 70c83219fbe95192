import {
  choice,
  commentLabel,
  computed,
  dateCreated,
  dateUpdated,
  defineResource,
  flag,
  id,
  integer,
  kept,
  label,
  ref,
  secret,
  text,
} from '@drawbridge/resource'
import { accountName } from './account-fields.ts'

/** A stored account of one asset, in its versions. Read and written through `assets/asset-users`. */
export const account = defineResource('assets/accounts', {
  label: label('资产用户', 'Asset user'),
  model: 'authbook',
  title: '{username}',
  scope: 'organisation',
  may: { read: [] },
  order: ['-date_created'],
  unique: [['asset', 'username', 'version']],
  verbs: [],
  fields: {
    id: id(),
    asset: ref('assets/assets', label('资产', 'Asset'), { required: true, whenTargetGoes: 'cascade' }),
    username: text(label('用户名', 'Username'), { required: true, max: 128 }),
    password: secret(label('密码', 'Password'), { max: 512 }),
    private_key: secret(label('SSH密钥', 'SSH private key'), { max: 16_384 }),
    public_key: text(label('SSH公钥', 'SSH public key'), { nullable: true, writeOnly: true, max: 16_384 }),
    comment: text(commentLabel),
    version: integer(label('版本', 'Version'), { readOnly: true }),
    date_created: dateCreated(),
    date_updated: dateUpdated(),
  },
  keeps: {
    is_latest: kept<boolean>('boolean'),
  },
})

/** Where an account of an asset comes from. */
export const accountSources = [
  ['db', label('账号库', 'Account book')],
  ['system_user', label('系统用户', 'System user')],
  ['system_user_dynamic', label('动态系统用户', 'Dynamic system user')],
  ['admin_user', label('管理用户', 'Admin user')],
] as const

export type AccountSource = (typeof accountSources)[number][0]

const { password, private_key, public_key } = account.fields

/** The accounts of assets from every source, as one list. It has no table: rows are found where they come from. */
export const assetUser = defineResource('assets/asset-users', {
  label: account.label,
  model: 'assetuser',
  title: '{username}@{hostname}',
  scope: 'organisation',
  may: { read: ['orgAdmin', 'app'], write: ['orgAdmin'] },
  order: ['hostname'],
  fields: {
    id: text(label('ID', 'ID'), { readOnly: true }),
    username: accountName({ required: true }),
    asset: ref('assets/assets', label('资产', 'Asset'), { required: true }),
    hostname: computed<string>('string', label('主机名', 'Hostname')),
    ip: computed<string>('string', label('IP', 'IP')),
    backend: { ...choice(label('来源', 'Source'), accountSources, { readOnly: true }), stored: false },
    backend_display: computed<string>('string', label('来源', 'Source')),
    version: integer(label('版本', 'Version'), { readOnly: true }),
    password,
    private_key,
    public_key,
    comment: text(commentLabel),
    date_created: dateCreated(),
    date_updated: dateUpdated(),
  },
  filters: {
    id: text(label('ID', 'ID')),
    ip: text(label('IP', 'IP')),
    hostname: text(label('主机名', 'Hostname')),
    username: text(label('用户名', 'Username')),
    asset_id: ref('assets/assets', label('资产', 'Asset')),
    node_id: text(label('节点', 'Node')),
    all: flag(label('包含子节点', 'With the nodes below')),
    prefer: choice(label('所属类型', 'Kind of owner'), accountSources),
    prefer_id: text(label('所属账号', 'Owner')),
    latest: flag(label('仅最新', 'Only the latest')),
    search: text(label('搜索', 'Search')),
  },
})
