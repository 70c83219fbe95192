import { choice, defineResource, display, id, integer, label, text } from '@drawbridge/resource'

export const RISK = { ordinary: 0, dangerous: 5 } as const

export const riskLevels = [
  [RISK.ordinary, label('普通', 'Ordinary')],
  [RISK.dangerous, label('危险', 'Dangerous')],
] as const

/** A command that was given in a session, with what it answered. Never changed, never deleted by hand. */
export const command = defineResource('terminal/commands', {
  label: label('命令记录', 'Command'),
  model: 'command',
  title: '{input}',
  scope: 'organisation',
  may: { read: ['orgAdmin', 'orgAuditor', 'app'], write: ['app'] },
  order: ['timestamp'],
  verbs: ['list', 'read', 'create'],
  audited: false,
  fields: {
    id: id({ readOnly: true }),
    user: text(label('用户', 'User'), { max: 64 }),
    asset: text(label('资产', 'Asset'), { max: 128, filter: true }),
    system_user: text(label('系统用户', 'System user'), { max: 64, filter: true }),
    input: text(label('命令', 'Command'), { max: 128, untrimmed: true }),
    output: text(label('输出', 'Output'), { max: 1024, untrimmed: true }),
    session: text(label('会话', 'Session'), { required: true, max: 36, filter: true }),
    risk_level: choice(label('风险等级', 'Risk level'), riskLevels, { default: RISK.ordinary, filter: true }),
    risk_level_display: display('risk_level', label('风险等级', 'Risk level')),
    timestamp: integer(label('日期', 'Datetime'), { required: true, min: 0, order: true }),
    moment: integer(label('录像中的时刻（毫秒）', 'Moment of the recording, in milliseconds'), {
      nullable: true,
      min: 0,
    }),
  },
  filters: {
    session_id: text(label('会话', 'Session')),
    user: text(label('用户名以此开头', 'User starts with')),
    input: text(label('命令包含', 'Command contains')),
    date_from: text(label('开始', 'From')),
    date_to: text(label('结束', 'To')),
  },
})
