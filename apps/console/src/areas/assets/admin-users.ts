// Admin users: the accounts that automation uses on assets.
import type { PagesSpec } from '../../kit/spec.ts'
import { AdminUserAccounts, AdminUserAssets } from './admin-user-tabs.tsx'
import { cleanSecrets, secretFields } from './secrets.ts'
import { words } from './words.ts'

export const adminUserPages: PagesSpec = {
  path: 'assets/admin-users',
  name: 'AdminUser',
  titles: {
    list: words.adminUsers,
    create: words.createAdminUser,
    detail: words.adminUserDetail,
    update: words.updateAdminUser,
  },
  menu: { group: 'assets', order: 30 },
  list: {
    columns: [
      'name',
      'username',
      'assets_amount',
      'created_by',
      'date_created',
      'date_updated',
      'comment',
      'org_name',
      'actions',
    ],
    show: { default: ['name', 'username', 'assets_amount', 'comment', 'actions'], min: ['name', 'actions'] },
    column: { assets_amount: { width: 80, align: 'right' } },
    help: words.adminUsersHelp,
  },
  form: {
    groups: [
      { title: words.basic, fields: ['name', 'username', 'update_password', 'password', 'private_key'] },
      { title: words.other, fields: ['comment'] },
    ],
    field: secretFields,
    clean: cleanSecrets,
  },
  detail: {
    facts: ['name', 'username', 'ssh_key_fingerprint', 'date_created', 'created_by', 'comment'],
    labels: { ssh_key_fingerprint: words.fingerprint },
    tabs: [
      { key: 'AssetList', title: words.assetList, Body: AdminUserAssets },
      { key: 'AccountList', title: words.accountList, Body: AdminUserAccounts },
    ],
  },
}
