import {
  choice,
  computed,
  defineResource,
  display,
  flag,
  id,
  kept,
  label,
  ref,
  stamp,
  text,
} from '@drawbridge/resource'
import { accountProtocols } from '../assets/protocols.ts'

export const loginSources = [
  ['ST', label('SSH 终端', 'SSH Terminal')],
  ['RT', label('RDP 终端', 'RDP Terminal')],
  ['WT', label('Web 终端', 'Web Terminal')],
] as const

const said = (zh: string, en: string) =>
  text(label(zh, en), { required: true, max: 128, filter: true, search: true, order: true })
const named = (zh: string, en: string) => text(label(zh, en), { max: 36 })

/** Why the server itself ends sessions. */
export const endings = {
  silent: label('组件失去联系', 'The component was not heard of any more'),
  terminal_gone: label('组件已被删除', 'The component was deleted'),
  person: label('用户被禁用或已过期', 'The account of the user was disabled or has expired'),
  login: label('用户的登录已失效', 'The login of the user has ended'),
  asset: label('资产被禁用或已删除', 'The asset was disabled or deleted'),
  grant: label('授权已失效', 'The permission has ended'),
  over: label('会话在服务器上已结束', 'The session is over on the server'),
} as const

export type Ending = keyof typeof endings

/** Somebody at work on an asset. Written by components; people read it, and no one changes what was. */
export const session = defineResource('terminal/sessions', {
  label: label('会话', 'Session'),
  model: 'session',
  title: '{user} → {asset}',
  scope: 'organisation',
  may: { read: ['orgAdmin', 'orgAuditor', 'app'], write: ['app'] },
  order: ['-date_start'],
  range: 'date_start',
  verbs: ['list', 'read', 'create', 'update'],
  audited: false,
  fields: {
    id: id(),
    user: said('用户', 'User'),
    asset: said('目标', 'Target'),
    system_user: said('系统用户', 'System user'),
    user_id: named('用户ID', 'User id'),
    asset_id: named('目标ID', 'Target id'),
    system_user_id: named('系统用户ID', 'System user id'),
    login_from: choice(label('登录来源', 'Login from'), loginSources, { default: 'ST', filter: true }),
    login_from_display: display('login_from', label('登录来源', 'Login from')),
    remote_addr: text(label('远端地址', 'Remote addr'), { max: 128, nullable: true, filter: true, search: true }),
    is_success: flag(label('成功', 'Is success'), { default: true }),
    is_finished: flag(label('已结束', 'Is finished'), { default: false, filter: true }),
    has_replay: flag(label('有录像', 'Has replay'), { default: false }),
    can_replay: computed<boolean>('boolean', label('可回放', 'Can replay')),
    can_join: computed<boolean>('boolean', label('可监控', 'Can join')),
    can_terminate: computed<boolean>('boolean', label('可中断', 'Can terminate')),
    protocol: choice(label('协议', 'Protocol'), accountProtocols, { default: 'ssh', filter: true }),
    date_start: stamp(label('开始日期', 'Date start'), { default: (now: Date) => now, resets: false, order: true }),
    date_end: stamp(label('结束日期', 'Date end'), { nullable: true, order: true }),
    terminal: ref('terminal/terminals', label('终端', 'Terminal'), {
      nullable: true,
      readOnly: true,
      filter: true,
      whenTargetGoes: 'empty',
    }),
    command_amount: computed<number>('integer', label('命令数', 'Command amount')),
    /** Where its recording is, where that is not the server. */
    replay_state: {
      ...computed<string>('string', label('录像位置', 'Place of the recording')),
      detailOnly: true,
    },
    /** In the words of its component, or one of `endings`. */
    end_reason: text(label('结束原因', 'End reason'), { max: 256 }),
    end_reason_display: computed<string>('string', label('结束原因', 'End reason display')),
  },
  keeps: {
    /** When its component last said that it goes on. */
    date_seen: kept<Date>('timestamptz'),
    /** What the grant allowed when the server let it in; nothing for a session that was only told of. It alone opens secrets. */
    actions: kept<number, true>('integer', { nullable: true }),
    /** The login of the person as it was then; see `login_epoch` of a user. */
    epoch: kept<number, true>('integer', { nullable: true }),
  },
})
