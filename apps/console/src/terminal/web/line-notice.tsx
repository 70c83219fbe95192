// What is to be said of a line while it comes, is away, asks who is there, or has ended.
import { Button, classes } from '../../ui/index.ts'
import { LoginForm } from './login-form.tsx'
import { say } from './words.ts'

export type LineState =
  | { readonly at: 'connecting' }
  /** The line is cut; the session waits on the other side. */
  | { readonly at: 'away' }
  | { readonly at: 'login'; readonly username: string }
  | { readonly at: 'closed'; readonly message: string; readonly again: boolean }

export interface LineNoticeProps {
  readonly state: LineState | { readonly at: 'live' }
  /** What is said while the line is cut. */
  readonly away: string
  readonly className: string
  onLogin(username: string, password: string): void
  onAgain(): void
}

export function LineNotice({ state, away, className, onLogin, onAgain }: LineNoticeProps) {
  if (state.at === 'live') return null
  return (
    <div className={classes('db-line-notice', className)} role="status">
      {state.at === 'login' ? (
        <LoginForm given={state.username} onLogin={onLogin} />
      ) : state.at === 'closed' ? (
        <>
          <p>{state.message}</p>
          {state.again && (
            <Button kind="primary" icon="refresh" onClick={onAgain}>
              {say.again}
            </Button>
          )}
        </>
      ) : (
        <p>
          <span className="db-spinner" /> {state.at === 'away' ? away : say.connecting}
        </p>
      )}
    </div>
  )
}
