// Before anybody knows who is here: the shape of the frame, so that nothing jumps when it comes. Or why it does not come.
import { Button, Empty } from '../ui/index.ts'
import { say } from '../words/say.ts'
import { goToLogin, goToLogout } from './leaving.ts'
import { useSide } from './side-state.ts'
import { words } from './words.ts'

export function Starting() {
  const { open } = useSide()
  return (
    <div className="db-frame" data-side={open ? 'open' : 'closed'} aria-busy="true">
      <div className="db-side" />
      <div className="db-frame-bars">
        <div className="db-top" />
        <div className="db-visited" />
      </div>
      <p role="status" className="db-hidden">
        {words.starting}
      </p>
    </div>
  )
}

export function StartFailed({ error }: { error: unknown }) {
  return (
    <main className="db-alone">
      <section className="db-page-note">
        <h1>{words.startFailed}</h1>
        <Empty
          icon="warning"
          title={error instanceof Error ? error.message : String(error)}
          action={
            <Button kind="primary" icon="refresh" onClick={() => location.reload()}>
              {say.retry}
            </Button>
          }
        />
      </section>
    </main>
  )
}

/** Who is logged in and yet refused only gets to the login by logging out. */
export function Unverified({ logOut }: { logOut?: boolean }) {
  return (
    <main className="db-alone">
      <section className="db-page-note" role="alert">
        <h1>{say.verificationFailed}</h1>
        <Empty
          icon="lock"
          title={say.loginRequired}
          action={
            <Button kind="primary" onClick={logOut ? goToLogout : goToLogin}>
              {say.reLogin}
            </Button>
          }
        />
      </section>
    </main>
  )
}
