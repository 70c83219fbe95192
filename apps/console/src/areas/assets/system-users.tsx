// System users: the accounts that people log in with on assets and applications.
import { isLicensed } from '../../api/session.ts'
import type { CreateChoice, PagesSpec } from '../../kit/spec.ts'
import type { Text } from '../../words/messages.ts'
import { systemUserForm } from './system-user-form.ts'
import { SystemUserSide } from './system-user-side.tsx'
import { SystemUserAccounts, SystemUserAssets } from './system-user-tabs.tsx'
import { words } from './words.ts'

const kind = (name: string, heading: Text, has?: CreateChoice['has']): CreateChoice => ({
  key: name.toLowerCase(),
  text: { zh: name, en: name },
  heading,
  has,
  query: { protocol: name.toLowerCase() },
})

const { hostProtocol, databaseProtocol, otherProtocol } = words

export const systemUserPages: PagesSpec = {
  path: 'assets/system-users',
  name: 'SystemUser',
  titles: {
    list: words.systemUsers,
    create: words.createSystemUser,
    detail: words.systemUserDetail,
    update: words.updateSystemUser,
  },
  menu: { group: 'assets', order: 40 },
  finds: { icon: 'key', hintOf: ({ username }) => username },
  list: {
    columns: [
      'name',
      'username',
      'username_same_with_user',
      'protocol',
      'login_mode',
      'assets_amount',
      'priority',
      'created_by',
      'date_created',
      'date_updated',
      'comment',
      'org_name',
      'actions',
    ],
    show: {
      default: ['name', 'username', 'protocol', 'login_mode', 'assets_amount', 'comment', 'actions'],
      min: ['name', 'actions'],
    },
    column: {
      username_same_with_user: { width: 150 },
      protocol: { width: 110 },
      login_mode: { width: 130 },
      assets_amount: { label: words.assetsAmount, width: 90, align: 'right' },
    },
    creates: [
      ...['SSH', 'Telnet', 'RDP', 'VNC'].map((name) => kind(name, hostProtocol)),
      kind('MySQL', databaseProtocol),
      ...['PostgreSQL', 'MariaDB', 'Oracle'].map((name) => kind(name, databaseProtocol, isLicensed)),
      kind('K8S', otherProtocol),
    ],
    carry: ({ protocol }) => ({ protocol }),
    bulk: { delete: false },
    help: words.systemUsersHelp,
  },
  form: systemUserForm('ssh'),
  detail: {
    facts: [
      'name',
      'username',
      'protocol',
      { label: words.loginMode, value: ({ login_mode_display, login_mode }) => login_mode_display ?? login_mode },
      'priority',
      'username_same_with_user',
      'sudo',
      'shell',
      'home',
      'sftp_root',
      'charset',
      'date_created',
      'created_by',
      'comment',
    ],
    without: ({ protocol }) => (protocol === 'ssh' ? [] : ['sudo', 'shell', 'home', 'sftp_root']),
    carry: ({ protocol }) => ({ protocol }),
    Side: SystemUserSide,
    tabs: [
      { key: 'AssetList', title: words.assetList, Body: SystemUserAssets },
      { key: 'AccountList', title: words.accountList, Body: SystemUserAccounts },
    ],
  },
}
