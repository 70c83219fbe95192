import {
  choice,
  computed,
  dateCreated,
  defineResource,
  flag,
  id,
  kept,
  type Label,
  label,
  ref,
  stamp,
  text,
} from '@drawbridge/resource'

/** Something a component is told to do: to end a session. */
export const terminalTask = defineResource('terminal/tasks', {
  label: label('终端任务', 'Terminal task'),
  model: 'task',
  title: '{name} {args}',
  scope: 'global',
  may: { read: ['orgAdmin', 'app'], write: ['app'] },
  order: ['date_created'],
  verbs: ['list', 'read', 'update'],
  audited: false,
  fields: {
    id: id(),
    name: choice(label('名称', 'Name'), [['kill_session', label('中断会话', 'Kill session')]], {
      default: 'kill_session',
      readOnly: true,
    }),
    /** The session. */
    args: text(label('参数', 'Args'), { max: 1024, readOnly: true }),
    terminal: ref('terminal/terminals', label('终端', 'Terminal'), {
      nullable: true,
      readOnly: true,
      filter: true,
      whenTargetGoes: 'cascade',
    }),
    is_finished: flag(label('已完成', 'Is finished'), { default: false, filter: true }),
    date_created: dateCreated(),
    date_finished: stamp(label('完成日期', 'Date finished'), { nullable: true, readOnly: true }),
    /** For the person whose session ends: in the language of whoever asks, and in both. */
    reason: computed<string>('string', label('原因', 'Reason')),
    reason_words: computed<Label>('nested object', label('原因', 'Reason in both languages')),
  },
  keeps: { words: kept<Label>('jsonb', { default: { zh: '', en: '' } }) },
})
