import {
  commentLabel,
  computed,
  createdBy,
  dateCreated,
  dateUpdated,
  defineResource,
  id,
  label,
  secret,
  text,
} from '@drawbridge/resource'
import { accountName } from './account-fields.ts'

/** The privileged account that automation uses on an asset. */
export const adminUser = defineResource('assets/admin-users', {
  label: label('管理用户', 'Admin user'),
  model: 'adminuser',
  title: '{name}({username})',
  scope: 'organisation',
  may: { read: ['orgAdmin'], write: ['orgAdmin'] },
  order: ['name'],
  unique: [['name']],
  mini: ['id', 'name', 'username'],
  fields: {
    id: id(),
    name: text(label('名称', 'Name'), { required: true, max: 128, filter: true, search: true, order: true }),
    username: accountName({ required: true }),
    password: secret(label('密码', 'Password'), { max: 512 }),
    private_key: secret(label('SSH密钥', 'SSH private key'), { max: 16_384 }),
    public_key: text(label('SSH公钥', 'SSH public key'), { nullable: true, writeOnly: true, max: 16_384 }),
    comment: text(commentLabel),
    assets_amount: computed<number>('integer', label('资产', 'Asset')),
    date_created: dateCreated(),
    date_updated: dateUpdated(),
    created_by: createdBy(),
    ssh_key_fingerprint: { ...computed<string>('string', label('SSH 指纹', 'SSH fingerprint')), detailOnly: true },
  },
})
