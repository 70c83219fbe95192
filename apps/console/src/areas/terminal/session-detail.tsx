// One session: who was where, what was typed, and the way to its recording.
import { can } from '../../api/session.ts'
import { formatDuration, QuickActions, ResourceList } from '../../kit/index.ts'
import { DetailScreen } from '../../kit/screens/detail-screen.tsx'
import type { DetailContext, DetailSpec, ListSpec } from '../../kit/spec.ts'
import { CommandOutput, momentColumn } from './command-parts.tsx'
import { COMMANDS, SESSIONS } from './places.ts'
import { download, downloadPage, mayTerminate, monitor, replay, terminate } from './session-actions.ts'
import { lasted } from './sessions.tsx'
import { say, words } from './words.ts'

export const SessionDetail = () => <DetailScreen spec={spec} />

const spec: DetailSpec = {
  name: 'SessionDetail',
  url: (id) => `${SESSIONS}${id}/`,
  titleOf: ({ id }) => id,
  facts: [
    'user',
    'asset',
    'system_user',
    'protocol',
    'login_from',
    'remote_addr',
    'date_start',
    'date_end',
    { label: words.duration, value: (one) => formatDuration(lasted(one)) },
    // Only our own server tells it.
    { label: words.endReason, value: (one) => one.end_reason_display },
    { label: words.replayPlace, value: (one) => one.replay_state },
  ],
  labels: { asset: words.target, login_from: words.loginFrom },
  Side,
  tabs: [{ key: 'SessionCommandList', title: words.command, Body: SessionCommands }],
  update: false,
  delete: false,
}

function Side({ item, session, reload }: DetailContext) {
  const { id } = item
  if (item.is_finished) {
    const disabled = !item.can_replay
    return (
      <QuickActions
        rows={[
          { text: say.replaySession, kind: 'button', label: say.replay, disabled, run: () => replay(id) },
          { text: say.downloadReplay, kind: 'button', label: say.download, disabled, run: () => download(id) },
          ...(can('replay-page', session)
            ? [
                {
                  text: say.downloadPage,
                  kind: 'button' as const,
                  label: say.download,
                  disabled,
                  run: () => downloadPage(id),
                },
              ]
            : []),
        ]}
      />
    )
  }
  return (
    <QuickActions
      rows={[
        {
          text: say.sessionTerminate,
          kind: 'button',
          label: say.terminate,
          danger: true,
          disabled: !mayTerminate(item, session),
          run: () => terminate(id, reload),
        },
        {
          text: say.sessionMonitor,
          kind: 'button',
          label: say.monitor,
          disabled: !item.can_join,
          run: () => monitor(id),
        },
        // What was recorded so far is there already.
        {
          text: say.replaySession,
          kind: 'button',
          label: say.replay,
          disabled: !item.can_join,
          run: () => replay(id),
        },
      ]}
    />
  )
}

function SessionCommands({ item }: DetailContext) {
  return <ResourceList spec={commandsOf(item.id)} place="memory" caption={say.command} />
}

const COLUMNS = ['index', 'input', 'timestamp'] as const
const COLUMN: ListSpec['column'] = {
  index: { label: words.id, width: 80, sortable: false },
  input: { label: words.command, sortable: true },
  timestamp: momentColumn,
}

const commandsOf = (session: string): ListSpec => ({
  url: COMMANDS,
  name: 'SessionCommandList',
  query: { session_id: session },
  columns: COLUMNS,
  column: COLUMN,
  numbered: true,
  below: (row) => <CommandOutput row={row} />,
  link: false,
  search: false,
  columnSettings: false,
  selection: false,
  create: false,
  export: false,
  import: false,
})
