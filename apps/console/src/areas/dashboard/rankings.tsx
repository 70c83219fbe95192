// Who and what was busiest this week, and who came last.
import { formatDate } from '../../kit/format.ts'
import { Card, Empty, Skeleton, Tag } from '../../ui/index.ts'
import { type Busy, useFigures, type Visit } from './figures.ts'
import { say } from './words.ts'

const TOP = 10

export function TopUsers() {
  const { data } = useFigures('dates_login_times_top10_users')
  return <Ranking title={say.topUsers} rows={data?.dates_login_times_top10_users} nameOf={({ user }) => user} />
}

export function TopAssets() {
  const { data } = useFigures('dates_login_times_top10_assets')
  return <Ranking title={say.topAssets} rows={data?.dates_login_times_top10_assets} nameOf={({ asset }) => asset} />
}

interface RankingProps {
  readonly title: string
  readonly rows?: readonly Busy[]
  readonly nameOf: (row: Busy) => string | undefined
}

function Ranking({ title, rows, nameOf }: RankingProps) {
  const most = rows?.[0]?.total ?? 0
  return (
    <Card title={title}>
      <Waiting rows={rows}>
        {(rows) => (
          <ol className="db-ranking">
            {rows.map((row, i) => (
              <li key={nameOf(row)}>
                <span className="db-rank">{i + 1}</span>
                <span className="db-rank-name" title={nameOf(row)}>
                  {nameOf(row)}
                </span>
                <meter className="db-rank-bar" min={0} max={most} value={row.total} aria-hidden />
                <span className="db-rank-times">{say.times(row.total)}</span>
              </li>
            ))}
          </ol>
        )}
      </Waiting>
    </Card>
  )
}

export function LatestSessions() {
  const { data } = useFigures('dates_login_record_top10_sessions')
  return (
    <Card title={say.latest}>
      <Waiting rows={data?.dates_login_record_top10_sessions}>
        {(rows) => (
          <ol className="db-latest">
            {rows.map((visit) => (
              <Session key={`${visit.user} ${visit.asset} ${visit.date_start}`} visit={visit} />
            ))}
          </ol>
        )}
      </Waiting>
    </Card>
  )
}

function Session({ visit: { user, asset, date_start, timesince, is_finished } }: { visit: Visit }) {
  return (
    <li>
      <p>
        <strong>{user}</strong> {say.loggedInTo} <strong>{asset}</strong>{' '}
        {!is_finished && <Tag tone="success">{say.running}</Tag>}
      </p>
      <p className="db-muted">
        <time dateTime={date_start.replace(' ', 'T')}>{formatDate(date_start)}</time>
        <span>{say.ago(timesince)}</span>
      </p>
    </li>
  )
}

function Waiting<Row>({
  rows,
  children,
}: {
  rows?: readonly Row[]
  children: (rows: readonly Row[]) => React.ReactNode
}) {
  if (!rows) return <Skeleton rows={TOP} />
  if (rows.length === 0) return <Empty icon="clock" title={say.nothingThisWeek} />
  return children(rows)
}
