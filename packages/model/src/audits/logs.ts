// What happened, by whom, from where. Rows are written once and chained; nobody changes them.
import {
  choice,
  computed,
  defineResource,
  display,
  flag,
  id,
  ip,
  type Json,
  json,
  kept,
  label,
  stamp,
  text,
} from '@drawbridge/resource'

const when = () => stamp(label('日期', 'Datetime'), { readOnly: true, auto: 'created', order: true })
const remote = () => ip(label('远端地址', 'Remote addr'), { nullable: true, filter: true })

const readers = { read: ['orgAdmin', 'orgAuditor'] } as const

export const loginLog = defineResource('audits/login-logs', {
  label: label('登录日志', 'Login log'),
  model: 'userloginlog',
  title: '{username}',
  scope: 'global',
  may: readers,
  order: ['-datetime'],
  range: 'datetime',
  verbs: ['list'],
  bulk: false,
  audited: false,
  fields: {
    id: id(),
    username: text(label('用户名', 'Username'), { max: 128, filter: true, search: true }),
    type: choice(
      label('登录方式', 'Login type'),
      [
        ['W', label('Web', 'Web')],
        ['T', label('终端', 'Terminal')],
        ['', label('未知', 'Unknown')],
      ],
      { default: '', filter: true },
    ),
    type_display: display('type', label('登录方式', 'Login type')),
    ip: ip(label('登录IP', 'Login ip'), { nullable: true, filter: true, search: true }),
    city: text(label('登录城市', 'Login city'), { max: 254, filter: true, search: true }),
    user_agent: text(label('用户代理', 'User agent'), { max: 254 }),
    mfa: choice(
      label('MFA', 'MFA'),
      [
        [0, label('禁用', 'Disabled')],
        [1, label('启用', 'Enabled')],
        [2, label('-', '-')],
      ],
      { default: 2, filter: true },
    ),
    mfa_display: display('mfa', label('MFA', 'MFA')),
    reason: text(label('原因', 'Reason'), { max: 128 }),
    status: flag(label('状态', 'Status'), { filter: true, default: true }),
    status_display: computed<string>('field', label('状态', 'Status')),
    backend: text(label('认证方式', 'Authentication backend'), { max: 32 }),
    datetime: when(),
  },
})

export const operateLog = defineResource('audits/operate-logs', {
  label: label('操作日志', 'Operate log'),
  model: 'operatelog',
  title: '{user} {action} {resource}',
  scope: 'organisation',
  may: readers,
  order: ['-datetime'],
  range: 'datetime',
  verbs: ['list'],
  bulk: false,
  audited: false,
  fields: {
    id: id(),
    user: text(label('用户', 'User'), { max: 260, filter: true, search: true }),
    action: choice(
      label('动作', 'Action'),
      [
        ['create', label('创建', 'Create')],
        ['update', label('更新', 'Update')],
        ['delete', label('删除', 'Delete')],
        // A secret was shown.
        ['view', label('查看', 'View')],
      ],
      { filter: true },
    ),
    action_display: display('action', label('动作', 'Action')),
    resource_type: computed<string>('string', label('资源类型', 'Resource type')),
    resource: text(label('资源', 'Resource'), { max: 128, filter: true, search: true }),
    remote_addr: remote(),
    diff: json(label('变更', 'Changes'), { nullable: true, readOnly: true }),
    datetime: when(),
  },
  filters: { resource_type: text(label('资源类型', 'Resource type')) },
  keeps: {
    resource_path: kept('text'),
    resource_id: kept('text', { nullable: true }),
  },
})

export const passwordChangeLog = defineResource('audits/password-change-logs', {
  label: label('改密日志', 'Password change log'),
  model: 'passwordchangelog',
  title: '{user}',
  scope: 'global',
  may: readers,
  order: ['-datetime'],
  range: 'datetime',
  verbs: ['list'],
  bulk: false,
  audited: false,
  fields: {
    id: id(),
    user: text(label('用户', 'User'), { max: 260, filter: true, search: true }),
    change_by: text(label('修改者', 'Change by'), { max: 260, filter: true, search: true }),
    remote_addr: remote(),
    datetime: when(),
  },
  keeps: { user_id: kept('uuid', { nullable: true }) },
})

export const fileOperations = [
  ['Delete', label('删除', 'Delete')],
  ['Upload', label('上传', 'Upload')],
  ['Download', label('下载', 'Download')],
  ['Rmdir', label('删除目录', 'Rmdir')],
  ['Rename', label('重命名', 'Rename')],
  ['Mkdir', label('创建目录', 'Mkdir')],
  ['Symlink', label('建立软链接', 'Symlink')],
] as const

const told = (zh: string, en: string, max: number) =>
  text(label(zh, en), { required: true, max, filter: true, search: true })

/** What was done to files of an asset, told by the component that carried it. */
export const ftpLog = defineResource('audits/ftp-logs', {
  label: label('文件传输日志', 'FTP log'),
  model: 'ftplog',
  title: '{user} {operate} {filename}',
  scope: 'organisation',
  may: { read: ['orgAdmin', 'orgAuditor', 'app'], create: ['app'] },
  order: ['-date_start'],
  range: 'date_start',
  verbs: ['list', 'create'],
  bulk: false,
  audited: false,
  fields: {
    id: id(),
    user: told('用户', 'User', 128),
    remote_addr: text(label('远端地址', 'Remote addr'), { max: 128, nullable: true }),
    asset: told('资产', 'Asset', 1024),
    system_user: told('系统用户', 'System user', 128),
    operate: choice(label('操作', 'Operate'), fileOperations, { required: true }),
    operate_display: display('operate', label('操作', 'Operate')),
    filename: told('文件名', 'Filename', 1024),
    is_success: flag(label('成功', 'Success'), { default: true }),
    date_start: stamp(label('开始日期', 'Date start'), { readOnly: true, auto: 'created', order: true }),
  },
})

/** One field of a difference: what it was and what it became. Secrets are masked on both sides. */
export type Difference = Record<string, readonly [before: Json, after: Json]>
