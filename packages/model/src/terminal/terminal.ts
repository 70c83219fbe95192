import {
  choice,
  commentLabel,
  computed,
  dateCreated,
  defineResource,
  flag,
  id,
  kept,
  label,
  port,
  text,
} from '@drawbridge/resource'

export const terminalTypes = [
  ['koko', label('KoKo', 'KoKo')],
  ['guacamole', label('Guacamole', 'Guacamole')],
  ['omnidb', label('OmniDB', 'OmniDB')],
  ['xrdp', label('Xrdp', 'Xrdp')],
] as const

export const terminalStates = [
  ['normal', label('正常', 'Normal')],
  ['high', label('较高', 'High')],
  ['critical', label('严重', 'Critical')],
] as const

export type TerminalState = (typeof terminalStates)[number][0]

/** What a component tells of itself; nothing where it has been silent. */
export interface Load {
  readonly system_cpu_load_1?: number
  readonly system_memory_used_percent?: number
  readonly system_disk_used_percent?: number
  readonly session_active_count?: number
}

/** By its name, as the contract shows it; its id is taken too. */
const storage = (zh: string, en: string) => text(label(zh, en), { max: 128, default: 'default', resets: false })

/** A component that carries sessions. It registers itself; an administrator says where its recordings go. */
export const terminal = defineResource('terminal/terminals', {
  label: label('终端', 'Terminal'),
  model: 'terminal',
  title: '{name}',
  scope: 'global',
  may: { read: ['superAdmin'], write: ['superAdmin'] },
  order: ['name'],
  fields: {
    id: id(),
    name: text(label('名称', 'Name'), {
      required: true,
      max: 128,
      unique: true,
      filter: true,
      search: true,
      order: true,
    }),
    type: choice(label('类型', 'Type'), terminalTypes, { default: 'koko', readOnly: true, filter: true }),
    remote_addr: text(label('远端地址', 'Remote addr'), { max: 128, filter: true, search: true }),
    http_port: port(label('HTTP端口', 'HTTP port'), { default: 5000, resets: false }),
    ssh_port: port(label('SSH端口', 'SSH port'), { default: 2222, resets: false }),
    comment: text(commentLabel),
    is_accepted: flag(label('已接受', 'Is accepted'), { default: true, readOnly: true }),
    // The active flag of the account that it calls with.
    is_active: flag(label('激活中', 'Is active'), { stored: false }),
    session_online: computed<number>('integer', label('在线会话', 'Session online')),
    is_alive: computed<boolean>('boolean', label('在线', 'Is alive')),
    date_created: dateCreated(),
    command_storage: storage('命令存储', 'Command storage'),
    replay_storage: storage('录像存储', 'Replay storage'),
    status: computed<TerminalState>('string', label('组件状态', 'Status')),
    status_display: computed<string>('string', label('组件状态', 'Status display')),
    state: computed<Load>('nested object', label('负载', 'State')),
  },
  filters: { status: choice(label('组件状态', 'Status'), terminalStates) },
  keeps: {
    /** The account it calls with; gone with the terminal. */
    account: kept<string, true>('uuid', { nullable: true }),
    load: kept<Load>('jsonb', { default: {} }),
    date_load: kept<Date, true>('timestamptz', { nullable: true }),
    is_deleted: kept<boolean>('boolean', { default: false }),
  },
})
