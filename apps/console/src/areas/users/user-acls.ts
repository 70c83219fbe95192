// From where a user may log in. Every call says whose rules are meant.
import { COOKIE } from '../../api/cookies.ts'
import { CommaList, findPath } from '../../kit/index.ts'
import type { DetailSpec, FormSpec, ListSpec } from '../../kit/spec.ts'
import { aclWords as words } from './acl-words.ts'
import { nameAndLogin, USERS } from './relations.ts'

const ACLS = '/api/v1/acls/login-acls/'
/** The tab of the user's page that shows them. */
export const ACL_TAB = 'UserAclList'

export const userAclList = (user: string): ListSpec => ({
  url: ACLS,
  name: 'UserAclList',
  query: { user },
  columns: ['name', 'ip_group', 'priority', 'action', 'is_active', 'comment', 'actions'],
  column: { ip_group: { label: words.ips, sortable: false }, priority: { width: 88 }, action: { width: 100 } },
  carry: () => ({ user }),
  createQuery: { user },
  rowActions: { clone: false },
  export: false,
  import: false,
  selection: false,
  bulk: { delete: false },
  search: { exclude: ['user'] },
})

/** Whose rule it is says the address; where it does not, who fills in the form. */
export const userAclForm = (name: string, user: string): FormSpec => ({
  url: user ? `${ACLS}?user=${user}` : ACLS,
  name,
  groups: [
    { title: words.basic, fields: ['name', 'user', 'ip_group', 'action', 'priority'] },
    { title: words.other, fields: ['is_active', 'comment'] },
  ],
  field: {
    user: {
      options: { url: `${USERS}?fields_size=mini`, multiple: false, labelOf: nameAndLogin },
      disabled: user !== '',
      initial: user,
    },
    ip_group: { label: words.ips, help: words.ipsHelp, input: CommaList, initial: ['*'], required: true },
    priority: { help: words.priorityHelp },
  },
  clean: (values) => ({ ...values, user: user || values.user }),
  afterSave: (rule) => findPath('UserDetail', { id: rule.user }, { [COOKIE.tab]: ACL_TAB }) ?? '/',
})

export const userAclDetail = (user: string): DetailSpec => ({
  name: 'UserAclDetail',
  url: (id) => `${ACLS}${id}/?user=${user}`,
  facts: [
    'name',
    { label: words.user, value: (rule) => rule.user_display },
    'ip_group',
    { label: words.action, value: (rule) => rule.action_display },
    'priority',
    'is_active',
    'date_created',
    'created_by',
    'comment',
  ],
  labels: { ip_group: words.ips },
  carry: () => ({ user }),
  delete: false,
})
