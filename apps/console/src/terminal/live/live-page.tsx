// A session as it happens. Where no socket leads to it, its recording is followed instead, some seconds behind.
import '../../ui/styles/player.css'
import { useEffect, useRef, useState } from 'react'
import { post } from '../../api/client.ts'
import { Banner, Button, confirm, Empty, notify, Skeleton, Tag } from '../../ui/index.ts'
import type { Asked } from '../address.ts'
import { PlayerPage } from '../player-page.tsx'
import { TerminalScreen } from '../terminal-screen.ts'
import { say } from '../words.ts'
import { LiveLink, type LiveState, type Seen } from './live-link.ts'

const KILL = '/api/v1/terminal/tasks/kill-session/'

export function LivePage({ asked }: { asked: Asked }) {
  const { session, share } = asked
  const room = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<LiveState>({ at: 'asking' })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried again on demand.
  useEffect(() => {
    const screen = new TerminalScreen(room.current!)
    const link = new LiveLink({ session, share, screen, onState: setState })
    return () => {
      link.leave()
      screen.close()
    }
  }, [session, share, tries])
  const seen = 'seen' in state ? state.seen : undefined
  const title = seen ? say.titleOf(say.monitor, seen.user, seen.asset) : say.monitor
  useEffect(() => {
    document.title = title
  }, [title])

  if (state.at === 'finished') return <PlayerPage asked={{ session, live: false }} />
  if (share === undefined && (state.at === 'refused' || state.at === 'unreachable')) return <PlayerPage asked={asked} />
  return (
    <div className="db-player">
      {seen ? <Head title={title} seen={seen} state={state} /> : <h1 className="db-hidden">{title}</h1>}
      {state.at === 'asking' && <Skeleton rows={8} />}
      {(state.at === 'refused' || state.at === 'unreachable') && (
        <div role="alert" className="db-player-alone">
          <Empty
            icon={state.at === 'refused' ? 'search' : 'warning'}
            title={state.at === 'refused' ? say.linkNowhere : say.linkUnreachable}
            text={state.at === 'refused' ? say.linkNowhereHint : undefined}
            action={
              <Button icon="refresh" onClick={() => setTries(tries + 1)}>
                {say.again}
              </Button>
            }
          />
        </div>
      )}
      <main className="db-player-live" data-waiting={seen ? undefined : true}>
        {state.at === 'away' && <Banner tone="warning">{say.away}</Banner>}
        {state.at === 'over' && <Over seen={state.seen} message={state.message} />}
        <section ref={room} className="db-player-room" aria-label={say.screen} />
      </main>
    </div>
  )
}

function Head({ title, seen, state }: { title: string; seen: Seen; state: LiveState }) {
  const facts = [seen.system_user, seen.protocol.toUpperCase(), seen.shared ? say.sharedWithYou : '']
  const terminate = async () => {
    const question = { title: say.terminate, text: say.terminateAsked(seen.user), ok: say.terminate, danger: true }
    if (!(await confirm(question))) return
    try {
      await post(KILL, [seen.id], { flash: false })
      notify.success(say.terminating)
    } catch (error) {
      notify.error((error as Error).message)
    }
  }
  return (
    <header className="db-player-head">
      <h1>{title}</h1>
      {state.at === 'live' && <Tag tone="success">{say.live}</Tag>}
      <p className="db-muted">{facts.filter(Boolean).join(' · ')}</p>
      {seen.can_terminate && state.at !== 'over' && (
        <Button kind="danger" size="small" onClick={() => void terminate()}>
          {say.terminate}
        </Button>
      )}
    </header>
  )
}

function Over({ seen, message }: { seen: Seen; message?: string }) {
  return (
    <Banner tone="info">
      <span role="status">{message ? say.overBecause(message) : say.noLonger}</span>{' '}
      {!seen.shared && (
        <a className="db-link" href={`/luna/replay/${seen.id}`}>
          {say.toReplay}
        </a>
      )}
    </Banner>
  )
}
