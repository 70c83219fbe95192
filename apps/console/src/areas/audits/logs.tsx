// The logs. Nobody changes them here: lists with a range of dates, to be searched and exported.
import '../../ui/styles/audits.css'
import { can, type Session, useSession } from '../../api/session.ts'
import { ListScreen } from '../../kit/screens/list-screen.tsx'
import type { ListSpec } from '../../kit/spec.ts'
import { Icon } from '../../ui/index.ts'
import { DiffButton } from './diff-button.tsx'
import { reasons, say, words } from './words.ts'

const log = (spec: Pick<ListSpec, 'name' | 'columns' | 'column'> & { path: string }): ListSpec => ({
  ...spec,
  url: `/api/v1/audits/${spec.path}/`,
  range: true,
  link: false,
  create: false,
  import: false,
  bulk: { delete: false },
})

const loginLog = log({
  name: 'LoginLog',
  path: 'login-logs',
  columns: ['username', 'type', 'backend', 'ip', 'city', 'user_agent', 'mfa', 'reason', 'status', 'datetime'],
  column: {
    username: { width: 120 },
    type: { width: 100, label: words.type },
    backend: { width: 90, label: words.backend },
    ip: { width: 120 },
    city: { width: 80, label: words.city },
    user_agent: { width: 120 },
    mfa: { width: 80, label: { zh: 'MFA', en: 'MFA' } },
    reason: { cell: ({ reason }) => reasons[reason as keyof typeof reasons] ?? reason },
    status: { width: 104, cell: ({ status }) => <Outcome isGood={status} /> },
    datetime: { width: 160 },
  },
})

const ftpLog = log({
  name: 'FtpLog',
  path: 'ftp-logs',
  columns: ['user', 'asset', 'system_user', 'remote_addr', 'operate', 'filename', 'is_success', 'date_start'],
  column: {
    remote_addr: { width: 140 },
    operate: { width: 100 },
    is_success: { width: 80 },
    date_start: { width: 160 },
  },
})

const passwordLog = log({
  name: 'PasswordChangeLog',
  path: 'password-change-logs',
  columns: ['user', 'change_by', 'remote_addr', 'datetime'],
  column: { remote_addr: { width: 140 }, datetime: { width: 180 } },
})

/** What was changed, field by field, is told by our own server only. */
const operateLog = (session: Session): ListSpec => {
  const hasDiff = can('audit-diff', session)
  return log({
    name: 'OperateLog',
    path: 'operate-logs',
    columns: ['user', 'action', 'resource_type', 'resource', ...(hasDiff ? ['diff'] : []), 'remote_addr', 'datetime'],
    column: {
      action: { width: 90 },
      resource_type: { width: 180 },
      diff: { width: 90, label: words.changes, cell: (row) => <DiffButton row={row} /> },
      remote_addr: { width: 140 },
      datetime: { width: 160 },
    },
  })
}

export const LoginLog = () => <ListScreen title={words.loginLog} spec={loginLog} />
export const FtpLog = () => <ListScreen title={words.ftpLog} spec={ftpLog} />
export const PasswordChangeLog = () => <ListScreen title={words.passwordLog} spec={passwordLog} />
export const OperateLog = () => <ListScreen title={words.operateLog} spec={operateLog(useSession())} />

function Outcome({ isGood }: { isGood: boolean }) {
  return (
    <span className={`db-outcome db-tone-${isGood ? 'success' : 'danger'}`}>
      <Icon name={isGood ? 'check' : 'cross'} /> {isGood ? say.success : say.failed}
    </span>
  )
}
