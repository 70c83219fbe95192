// Leads from the page of a thing to the page that explains who reaches it. Only where the server can explain itself.

import { Card } from '../../ui/index.ts'
import { Link } from '../going.tsx'
import { type PathQuery, usePath } from '../paths.ts'

export interface AccessCardProps {
  readonly title: string
  readonly hint?: string
  readonly link: string
  /** What the question is about. */
  readonly of: PathQuery
}

export function AccessCard({ title, hint, link, of }: AccessCardProps) {
  const path = usePath('AccessWhy', {}, of)
  if (!path) return null
  return (
    <Card title={title}>
      {hint && <p className="db-muted">{hint}</p>}
      <Link className="db-link" to={path}>
        {link}
      </Link>
    </Card>
  )
}
