// A list on a tab, with cards beside it.
import '../../ui/styles/kit-detail.css'
import type { ReactNode } from 'react'

export function TableWithSide({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className="db-detail db-detail-table">
      <div className="db-detail-facts">{children}</div>
      <div className="db-detail-side">{side}</div>
    </div>
  )
}
