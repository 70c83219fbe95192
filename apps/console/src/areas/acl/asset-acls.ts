// Rules about logins to assets: whoever logs in as whom where is let in, refused, or waits for a reviewer.
import { CommaList } from '../../kit/index.ts'
import type { FieldSpec, PagesSpec } from '../../kit/spec.ts'
import type { Text } from '../../words/messages.ts'
import { words } from './words.ts'

const ASSET_ACLS = '/api/v1/acls/login-asset-acls/'
const USERS = '/api/v1/users/users/?fields_size=mini&order=name'

const GROUPS: readonly (readonly [path: string, label: Text, help: Text])[] = [
  ['users.username_group', words.usernames, words.namesHelp],
  ['assets.hostname_group', words.hostnames, words.namesHelp],
  ['assets.ip_group', words.assetIps, words.hostsHelp],
  ['system_users.name_group', words.accountNames, words.namesHelp],
  ['system_users.username_group', words.accountUsernames, words.namesHelp],
  ['system_users.protocol_group', words.accountProtocols, words.protocolsHelp],
]
const groupsOf = (part: string) => GROUPS.map(([path]) => path).filter((path) => path.startsWith(`${part}.`))

/** Lists are typed as one line; a star stands for all. */
const groupField = (label: Text, help: Text): FieldSpec => ({
  label,
  help,
  input: CommaList,
  initial: ['*'],
  required: true,
})

export const assetAclPages: PagesSpec = {
  path: 'acl/asset-acl',
  name: 'AssetAcl',
  titles: {
    list: words.assetAcls,
    create: words.createAssetAcl,
    detail: words.assetAclDetail,
    update: words.updateAssetAcl,
  },
  licensed: true,
  menu: { group: 'acl', order: 10 },
  list: {
    url: ASSET_ACLS,
    columns: [
      'name',
      ...GROUPS.map(([path]) => path),
      'action',
      'reviewers_amount',
      'priority',
      'is_active',
      'comment',
      'actions',
    ],
    show: {
      default: [
        'name',
        'users.username_group',
        'assets.hostname_group',
        'assets.ip_group',
        'action',
        'reviewers_amount',
        'priority',
        'is_active',
        'comment',
        'actions',
      ],
      min: ['name', 'actions'],
    },
    column: {
      ...Object.fromEntries(GROUPS.map(([path, label]) => [path, { label, sortable: false, width: 118 }])),
      action: { width: 112 },
      reviewers_amount: { label: words.reviewers, width: 96, align: 'right' },
      priority: { width: 88 },
    },
    export: false,
    import: false,
    bulk: { delete: false },
    selection: false,
  },
  form: {
    url: ASSET_ACLS,
    groups: [
      { title: words.basic, fields: ['name', 'priority'] },
      { title: words.users, fields: groupsOf('users') },
      { title: words.assets, fields: groupsOf('assets') },
      { title: words.systemUsers, fields: groupsOf('system_users') },
      { title: words.action, fields: ['action', 'reviewers'] },
      { title: words.other, fields: ['is_active', 'comment'] },
    ],
    field: {
      ...Object.fromEntries(GROUPS.map(([path, label, help]) => [path, groupField(label, help)])),
      priority: { help: words.priorityHelp },
      reviewers: {
        label: words.reviewers,
        options: { url: USERS, multiple: true, labelOf: ({ name, username }) => `${name}(${username})` },
        required: true,
        // Only a review needs somebody who reviews.
        hidden: ({ action }) => action !== 'login_confirm',
      },
    },
    clean: ({ reviewers, ...values }) => (values.action === 'login_confirm' ? { ...values, reviewers } : values),
  },
  detail: {
    url: (id) => `${ASSET_ACLS}${id}/`,
    facts: [
      'name',
      ...GROUPS.map(([path]) => path),
      { label: words.action, value: (rule) => rule.action_display },
      { label: words.reviewers, value: (rule) => rule.reviewers_amount },
      'priority',
      'is_active',
      'date_created',
      'created_by',
      'comment',
    ],
    labels: Object.fromEntries(GROUPS.map(([path, label]) => [path, label])),
  },
}
