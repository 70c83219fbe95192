import { Link } from '../../kit/going.tsx'
import { usePath } from '../../kit/index.ts'
import { Icon, type IconName } from '../../ui/index.ts'
import { type Totals, useFigures } from './figures.ts'
import { say } from './words.ts'

const CARDS: readonly {
  readonly figure: keyof Totals
  readonly title: 'usersTotal' | 'assetsTotal' | 'onlineUsers' | 'onlineSessions'
  readonly note: 'allUsers' | 'allAssets' | 'connectedNow'
  readonly icon: IconName
  readonly route: string
}[] = [
  { figure: 'total_count_users', title: 'usersTotal', note: 'allUsers', icon: 'users', route: 'UserList' },
  { figure: 'total_count_assets', title: 'assetsTotal', note: 'allAssets', icon: 'server', route: 'AssetList' },
  {
    figure: 'total_count_online_users',
    title: 'onlineUsers',
    note: 'connectedNow',
    icon: 'user',
    route: 'SessionList',
  },
  {
    figure: 'total_count_online_sessions',
    title: 'onlineSessions',
    note: 'connectedNow',
    icon: 'terminal',
    route: 'SessionList',
  },
]

export function TotalCards() {
  const { data } = useFigures('total_count')
  return (
    <ul className="db-totals">
      {CARDS.map(({ figure, title, note, icon, route }) => (
        <li key={figure}>
          <Total title={say[title]} note={say[note]} icon={icon} route={route} value={data?.[figure]} />
        </li>
      ))}
    </ul>
  )
}

interface TotalProps {
  readonly title: string
  readonly note: string
  readonly icon: IconName
  readonly route: string
  readonly value?: number
}

/** Leads to what it counts, for those who may see it. */
function Total({ title, note, icon, route, value }: TotalProps) {
  const path = usePath(route)
  const inside = (
    <>
      <Icon name={icon} />
      <span className="db-total-title">{title}</span>
      <strong className="db-total-value">{value === undefined ? '–' : value.toLocaleString()}</strong>
      <span className="db-total-note">{note}</span>
    </>
  )
  return path ? (
    <Link className="db-total" to={path}>
      {inside}
    </Link>
  ) : (
    <div className="db-total">{inside}</div>
  )
}
