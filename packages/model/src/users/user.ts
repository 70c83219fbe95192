import {
  choice,
  choices,
  commentLabel,
  computed,
  createdBy,
  defineResource,
  display,
  email,
  type Field,
  flag,
  id,
  kept,
  label,
  refs,
  stamp,
  text,
} from '@drawbridge/resource'
import { orgRoles } from '../orgs/member.ts'

const DAY = 86_400_000
export const DEFAULT_EXPIRED_YEARS = 70

export const systemRoles = [
  ['Admin', label('系统管理员', 'System administrator')],
  ['Auditor', label('系统审计员', 'System auditor')],
  ['User', label('用户', 'User')],
] as const

export const sources = [
  ['local', label('本地', 'Local')],
  ['ldap', label('LDAP/AD', 'LDAP/AD')],
  ['openid', label('OpenID', 'OpenID')],
  ['radius', label('Radius', 'Radius')],
  ['cas', label('CAS', 'CAS')],
] as const

export const mfaLevels = [
  [0, label('禁用', 'Disable')],
  [1, label('启用', 'Enable')],
  [2, label('强制启用', 'Force enable')],
] as const

const strategy = choice(
  label('密码策略', 'Password strategy'),
  [
    [0, label('生成重置密码链接，通过邮件发送给用户', 'Reset link will be generated and sent to the user')],
    [1, label('设置密码', 'Set password')],
  ],
  { writeOnly: true, stored: false, default: 0, resets: false },
)

/** The text "0", as forms send it, leaves a password aside that came along; the number, or nothing, does not. */
const passwordStrategy: Field<0 | 1 | '0', false> = {
  ...strategy,
  parse: (raw, reader) => (raw === '0' ? '0' : strategy.parse(raw, reader)),
}

/** The first administrator: always a system administrator, always active, never deleted. */
export const FIRST_ADMIN = 'admin'

export const user = defineResource('users/users', {
  label: label('用户', 'User'),
  model: 'user',
  title: '{name}({username})',
  scope: 'global',
  may: {
    read: ['orgAdmin', 'app'],
    write: ['orgAdmin'],
    // The whole account goes, in every organisation: more than one organisation's administrator may decide.
    delete: ['superAdmin'],
  },
  order: ['username'],
  mini: ['id', 'name', 'username'],
  fields: {
    id: id({ filter: true }),
    name: text(label('名称', 'Name'), { required: true, max: 128, filter: true, search: true, order: true }),
    username: text(label('用户名', 'Username'), {
      required: true,
      max: 128,
      unique: true,
      filter: true,
      search: true,
      order: true,
    }),
    email: email(label('邮箱', 'Email'), {
      required: true,
      max: 128,
      unique: true,
      filter: true,
      search: true,
      order: true,
    }),
    password: text(label('密码', 'Password'), {
      writeOnly: true,
      nullable: true,
      stored: false,
      untrimmed: true,
      max: 1024,
    }),
    password_strategy: passwordStrategy,
    public_key: text(label('SSH公钥', 'SSH public key'), { writeOnly: true, nullable: true }),
    wechat: text(label('微信', 'Wechat'), { max: 128 }),
    phone: text(label('手机', 'Phone'), { max: 20, nullable: true }),
    mfa_level: choice(label('MFA', 'MFA'), mfaLevels, { default: 0 }),
    mfa_enabled: computed<boolean>('boolean', label('MFA 已启用', 'MFA enabled')),
    mfa_force_enabled: computed<boolean>('boolean', label('MFA 强制启用', 'MFA force enabled')),
    mfa_level_display: display('mfa_level', label('MFA', 'MFA')),
    role: choice(label('系统角色', 'Super role'), systemRoles, { default: 'User' }),
    role_display: display('role', label('系统角色', 'Super role')),
    org_roles: choices(label('组织角色', 'Organization roles'), orgRoles, {
      stored: false,
      nullable: true,
      default: ['User'],
      help: label('用户在当前组织中的角色', 'The role of the user in the current organization'),
    }),
    org_role_display: computed<string>('field', label('组织角色', 'Organization role')),
    total_role_display: computed<string>('field', label('角色', 'Role')),
    groups: refs('users/groups', label('用户组', 'User group'), {
      through: 'users/users-groups-relations',
      mine: 'user',
      theirs: 'usergroup',
    }),
    groups_display: display('groups', label('用户组', 'User group')),
    comment: text(commentLabel, { nullable: true }),
    source: choice(label('来源', 'Source'), sources, { default: 'local', filter: true }),
    source_display: display('source', label('来源', 'Source')),
    is_valid: computed<boolean>('boolean', label('有效', 'Validity')),
    is_expired: computed<boolean>('boolean', label('已过期', 'Is expired')),
    is_active: flag(label('激活', 'Is active'), { default: true }),
    is_first_login: flag(label('首次登录', 'Is first login'), { default: true, readOnly: true }),
    date_expired: stamp(label('失效日期', 'Date expired'), {
      nullable: true,
      default: (now: Date) => new Date(now.getTime() + DEFAULT_EXPIRED_YEARS * 365 * DAY),
    }),
    date_joined: stamp(label('创建日期', 'Date joined'), { auto: 'created', readOnly: true, order: true }),
    date_password_last_updated: stamp(label('最后更新密码日期', 'Date password last updated'), {
      nullable: true,
      readOnly: true,
    }),
    last_login: stamp(label('最后登录日期', 'Last login'), { nullable: true, readOnly: true, order: true }),
    created_by: createdBy(),
    avatar_url: computed<string>('field', label('头像路径', 'Avatar url')),
    can_update: computed<boolean>('boolean', label('可更新', 'Can update')),
    can_delete: computed<boolean>('boolean', label('可删除', 'Can delete')),
    login_blocked: computed<boolean>('boolean', label('登录已锁定', 'Login blocked')),
  },
  filters: {
    org_role: choice(
      label('组织角色', 'Organization role'),
      [
        ['admins', label('管理员', 'Administrators')],
        ['auditors', label('审计员', 'Auditors')],
        ['users', label('用户', 'Users')],
        ['members', label('成员', 'Members')],
      ],
      { stored: false },
    ),
    all: flag(label('全部', 'All'), { stored: false }),
  },
  keeps: {
    is_service_account: kept<boolean>('boolean', { default: false }),
    password_hash: kept('text', { nullable: true }),
    otp_secret: kept('text', { nullable: true, sealed: true }),
    /** The last time step a code was accepted for: a code works once. */
    otp_last_step: kept<number>('bigint', { default: 0 }),
    private_token_hash: kept('text', { nullable: true }),
    /** Raised whenever every open login of the user must end. */
    login_epoch: kept<number>('integer', { default: 0 }),
  },
})
