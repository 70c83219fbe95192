// User groups: people of one organisation who are granted the same.
import type { PagesSpec } from '../../kit/spec.ts'
import { GroupGrantedAssets } from './granted-assets.tsx'
import { GroupSide } from './group-side.tsx'
import { nameAndLogin, USERS } from './relations.ts'
import { tabWords } from './tab-words.ts'
import { words } from './words.ts'

export const groupPages: PagesSpec = {
  path: 'users/groups',
  name: 'UserGroup',
  titles: { list: words.groups, create: words.createGroup, detail: words.groupDetail, update: words.updateGroup },
  menu: { group: 'users', order: 20 },
  finds: { icon: 'users' },
  list: {
    columns: ['name', 'users_amount', 'date_created', 'created_by', 'org_name', 'comment', 'actions'],
    show: { default: ['name', 'users_amount', 'comment', 'actions'], min: ['name', 'actions'] },
    column: { users_amount: { label: words.amountOfUsers, width: 120, align: 'right' } },
  },
  form: {
    groups: [{ title: words.basic, fields: ['name', 'users', 'comment'] }],
    field: {
      users: {
        options: { url: `${USERS}?fields_size=mini&order=name`, multiple: true, labelOf: nameAndLogin },
        initial: [],
      },
    },
  },
  detail: {
    facts: ['name', 'created_by', 'date_created', 'comment'],
    Side: GroupSide,
    tabs: [{ key: 'GroupGrantedAssets', title: tabWords.grantedAssets, Body: GroupGrantedAssets }],
  },
}
