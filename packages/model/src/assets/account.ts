import {
  commentLabel,
  dateCreated,
  dateUpdated,
  defineResource,
  id,
  integer,
  kept,
  label,
  ref,
  secret,
  text,
} from '@drawbridge/resource'

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
