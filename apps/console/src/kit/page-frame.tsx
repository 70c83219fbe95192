// What stands around the content of every page: its one heading, alerts, help, and the guard of what is unsaved.
import '../ui/styles/page.css'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Banner, IconButton } from '../ui/index.ts'
import { messages } from '../words/messages.ts'
import { say } from '../words/say.ts'
import { HeadAlerts } from './alerts.tsx'
import { useClosedHelp } from './closed-help.ts'
import { LeaveGuard } from './leave-guard.tsx'

export interface PageFrameProps {
  readonly title: ReactNode
  readonly actions?: ReactNode
  /** The green banner; whoever closes it can have it back. */
  readonly help?: ReactNode
  /** A back button; where a path is given, it leads there when there is nothing to go back to. */
  readonly back?: boolean | string
  readonly children?: ReactNode
}

const words = messages({
  showHelp: { zh: '显示帮助', en: 'Show the help' },
})

export function PageFrame({ title, actions, help, back, children }: PageFrameProps) {
  const [isClosed, close] = useClosedHelp(useLocation().pathname)
  return (
    <div className="db-screen">
      <header className="db-screen-header">
        {back && <BackButton to={typeof back === 'string' ? back : '/'} />}
        <h1 className="db-screen-title">{title}</h1>
        {help && isClosed && <IconButton icon="help" label={words.showHelp} onClick={() => close(false)} />}
        {actions && <div className="db-screen-actions">{actions}</div>}
      </header>
      <HeadAlerts />
      {help && !isClosed && (
        <Banner tone="success" onClose={() => close(true)}>
          {help}
        </Banner>
      )}
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
