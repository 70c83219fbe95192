// What stands around the content of every page: its one heading, alerts, help, and the guard of what is unsaved.
import '../ui/styles/page.css'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Banner, IconButton } from '../ui/index.ts'
import { say } from '../words/say.ts'
import { HeadAlerts } from './alerts.tsx'
import { LeaveGuard } from './leave-guard.tsx'

export interface PageFrameProps {
  readonly title: ReactNode
  readonly actions?: ReactNode
  /** The green banner. */
  readonly help?: ReactNode
  /** A back button; where a path is given, it leads there when there is nothing to go back to. */
  readonly back?: boolean | string
  readonly children?: ReactNode
}

export function PageFrame({ title, actions, help, back, children }: PageFrameProps) {
  return (
    <div className="db-screen">
      <header className="db-screen-header">
        {back && <BackButton to={typeof back === 'string' ? back : '/'} />}
        <h1 className="db-screen-title">{title}</h1>
        {actions && <div className="db-screen-actions">{actions}</div>}
      </header>
      <HeadAlerts />
      {help && <Banner tone="success">{help}</Banner>}
      <div className="db-screen-content">{children}</div>
      <LeaveGuard />
    </div>
  )
}

function BackButton({ to }: { to: string }) {
  const navigate = useNavigate()
  // The first page of a visit has nothing behind it that belongs to the console.
  const isFirst = useLocation().key === 'default'
  return <IconButton icon="chevron-left" label={say.back} onClick={() => (isFirst ? navigate(to) : navigate(-1))} />
}
