import '../../ui/styles/dashboard.css'
import { useState } from 'react'
import { PageFrame } from '../../kit/index.ts'
import { Overview } from './overview.tsx'
import { LatestSessions, TopAssets, TopUsers } from './rankings.tsx'
import { TotalCards } from './totals.tsx'
import { say } from './words.ts'

export function Dashboard() {
  const [monthly, setMonthly] = useState(false)
  return (
    <PageFrame title={say.dashboard}>
      <div className="db-dashboard">
        <TotalCards />
        <Overview monthly={monthly} onChange={setMonthly} />
        <div className="db-columns">
          <TopUsers />
          <TopAssets />
          <LatestSessions />
        </div>
      </div>
    </PageFrame>
  )
}
