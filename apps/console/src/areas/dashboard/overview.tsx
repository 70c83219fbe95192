// How busy the days were, and how many people and assets took part.
import { Button, Card, classes, Empty, LineChart, RingChart, Skeleton } from '../../ui/index.ts'
import { type Daily, type Shares, useFigures } from './figures.ts'
import { say } from './words.ts'

/** As tall as the two rings beside it. */
const HEIGHT = 290

interface OverviewProps {
  readonly monthly: boolean
  onChange(monthly: boolean): void
}

export function Overview({ monthly, onChange }: OverviewProps) {
  return (
    <div className="db-overview">
      <Card title={say.overview} actions={<Period monthly={monthly} onChange={onChange} />}>
        <Days monthly={monthly} />
      </Card>
      <Card title={say.ratios}>
        <Ratios monthly={monthly} />
      </Card>
    </div>
  )
}

function Period({ monthly, onChange }: OverviewProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons in a card's head, not a form.
    <div role="group" aria-label={say.period} className="db-segments">
      {[false, true].map((value) => (
        <Button
          key={String(value)}
          size="small"
          kind={value === monthly ? 'primary' : 'default'}
          aria-pressed={value === monthly}
          onClick={() => onChange(value)}
        >
          {value ? say.monthly : say.weekly}
        </Button>
      ))}
    </div>
  )
}

function Days({ monthly }: { monthly: boolean }) {
  const { data, isPlaceholderData } = useFigures('dates_metrics', { monthly })
  if (!data) return <Skeleton shape="card" rows={1} />
  if (isQuiet(data)) return <Empty icon="clock" title={say.noSessions} text={say.noSessionsWhy} />
  return (
    <div className={classes(isPlaceholderData && 'db-dim')}>
      <LineChart
        label={say.overview}
        height={HEIGHT}
        labels={data.dates_metrics_date}
        series={[
          { name: say.loginCount, values: data.dates_metrics_total_count_login },
          { name: say.activeUsers, values: data.dates_metrics_total_count_active_users },
          { name: say.activeAssets, values: data.dates_metrics_total_count_active_assets },
        ]}
      />
    </div>
  )
}

const isQuiet = (data: Daily): boolean => data.dates_metrics_total_count_login.every((count) => count === 0)

function Ratios({ monthly }: { monthly: boolean }) {
  const { data, isPlaceholderData } = useFigures('dates_total_count_users', { monthly })
  if (!data) return <Skeleton shape="card" rows={2} />
  return (
    <div className={classes('db-rings', isPlaceholderData && 'db-dim')}>
      <Ratio label={say.userRatio} none={say.noUsers} slices={userSlices(data)} />
      <Ratio label={say.assetRatio} none={say.noAssets} slices={assetSlices(data)} />
    </div>
  )
}

type Slices = Parameters<typeof RingChart>[0]['slices']

function Ratio({ label, none, slices }: { label: string; none: string; slices: Slices }) {
  const isEmpty = slices.every(({ value }) => value === 0)
  return (
    <div>
      <h3>{label}</h3>
      {isEmpty ? <Empty title={none} /> : <RingChart label={label} slices={slices} />}
    </div>
  )
}

const userSlices = (data: Shares): Slices => [
  { label: say.usersActive, value: data.dates_total_count_active_users },
  { label: say.usersDisabled, value: data.dates_total_count_disabled_users, tone: 'danger' },
  {
    label: say.usersAway,
    value: away(data.dates_total_count_inactive_users, data.dates_total_count_disabled_users),
    tone: 'neutral',
  },
]

const assetSlices = (data: Shares): Slices => [
  { label: say.assetsActive, value: data.dates_total_count_active_assets },
  { label: say.assetsDisabled, value: data.dates_total_count_disabled_assets, tone: 'danger' },
  {
    label: say.assetsAway,
    value: away(data.dates_total_count_inactive_assets, data.dates_total_count_disabled_assets),
    tone: 'neutral',
  },
]

/** Whoever is disabled is counted among the inactive too; a ring counts everybody once. */
const away = (inactive: number, disabled: number): number => Math.max(0, inactive - disabled)
