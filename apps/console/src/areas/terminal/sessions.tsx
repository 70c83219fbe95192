// Sessions: those that run, and those that are over.
import { formatDuration, parseDate, pathTo, ResourceList, TabPage } from '../../kit/index.ts'
import type { Item, ListSpec, RowAction } from '../../kit/spec.ts'
import { useLanguage } from '../../words/language.ts'
import { RANGE_DAYS, SESSIONS } from './places.ts'
import { download, mayTerminate, monitor, replay, terminate } from './session-actions.ts'
import { say, words } from './words.ts'

export function SessionList() {
  useLanguage()
  return (
    <TabPage
      name="SessionList"
      title={say.sessions}
      tabs={[
        { key: 'OnlineList', title: say.online, Body: Online },
        { key: 'OfflineList', title: say.offline, Body: Offline },
      ]}
    />
  )
}

const COLUMNS = [
  'index',
  'user',
  'asset',
  'system_user',
  'remote_addr',
  'protocol',
  'login_from',
  'command_amount',
  'date_start',
  'date_end',
  'duration',
  'org_name',
  'actions',
] as const

/** One that runs has lasted until now. */
export const lasted = ({ date_start, date_end }: Item, now = new Date()): number | undefined => {
  const [from, to] = [parseDate(date_start), parseDate(date_end) ?? now]
  return from && Math.max(0, to.getTime() - from.getTime())
}

const listOf = (isFinished: '0' | '1', more: readonly RowAction[]): ListSpec => ({
  url: SESSIONS,
  name: 'SessionList',
  query: { is_finished: isFinished },
  range: RANGE_DAYS,
  numbered: true,
  columns: COLUMNS,
  show: { default: COLUMNS.filter((key) => key !== 'date_end' && key !== 'org_name'), min: ['index', 'actions'] },
  // At 1440 px all of them stand side by side, in both languages, with their whole names.
  column: {
    index: { label: words.id, width: 40, sortable: false },
    user: { width: 98 },
    asset: { label: words.target },
    system_user: { width: 112 },
    remote_addr: { width: 101 },
    protocol: { width: 100, sortable: false },
    login_from: { label: words.loginFrom, width: 115 },
    command_amount: { label: words.command, width: 86, sortable: false },
    date_start: { width: 150 },
    duration: { label: words.duration, width: 76, cell: (row) => formatDuration(lasted(row)) },
    actions: { width: 150 },
  },
  link: ({ id }) => pathTo('SessionDetail', { id }),
  // Each tab is one of its two values.
  search: { exclude: ['is_finished'] },
  selection: false,
  create: false,
  import: false,
  rowActions: { update: false, delete: false, clone: false, more },
})

const online = listOf('0', [
  {
    key: 'terminate',
    text: words.terminate,
    danger: true,
    can: ({ row, session }) => mayTerminate(row, session),
    run: ({ row, reload }) => terminate(row.id, reload),
  },
  { key: 'monitor', text: words.monitor, can: ({ row }) => Boolean(row.can_join), run: ({ row }) => monitor(row.id) },
])

const offline = listOf('1', [
  { key: 'replay', text: words.replay, can: ({ row }) => Boolean(row.can_replay), run: ({ row }) => replay(row.id) },
  {
    key: 'download',
    text: words.download,
    can: ({ row }) => Boolean(row.can_replay),
    run: ({ row }) => download(row.id),
  },
])

const Online = () => <ResourceList spec={online} caption={say.online} />
const Offline = () => <ResourceList spec={offline} caption={say.offline} />
