import '../ui/styles/player.css'
import { useCallback, useEffect, useState } from 'react'
import { get } from '../api/client.ts'
import { Failure } from '../api/failure.ts'
import type { Item } from '../api/meta.ts'
import { Button, Empty, Skeleton } from '../ui/index.ts'
import type { Asked } from './address.ts'
import { dropFirstFrame } from './first/first-frame.ts'
import { Player } from './player.tsx'
import type { Recording } from './recording.ts'
import { openRecording, SESSIONS } from './server-source.ts'
import { Unreadable } from './uploaded-source.ts'
import { say } from './words.ts'

type Opened =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'open'; readonly session: Item; readonly recording: Recording }

/** Finds the session and its recording; what is shown of them is the player's. */
export function PlayerPage({ asked }: { asked: Asked | undefined }) {
  const [opened, setOpened] = useState<Opened>({ state: 'loading' })
  const id = asked?.session
  const open = useCallback(async () => {
    if (!id) return
    setOpened({ state: 'loading' })
    try {
      const [session, recording] = await Promise.all([
        get<Item>(`${SESSIONS}${id}/`, { flash: false }),
        openRecording(id),
      ])
      setOpened({ state: 'open', session, recording })
    } catch (error) {
      dropFirstFrame()
      setOpened({ state: 'failed', error })
    }
  }, [id])
  useEffect(() => void open(), [open])

  const what = asked?.live ? say.monitor : say.replay
  const title =
    opened.state === 'open' ? say.titleOf(what, String(opened.session.user), String(opened.session.asset)) : what
  useEffect(() => {
    document.title = title
  }, [title])

  if (opened.state === 'open' && asked)
    return <Player title={title} asked={asked} session={opened.session} recording={opened.recording} />
  return (
    <main className="db-player-alone">
      <h1 className="db-hidden">{title}</h1>
      {!asked ? (
        <Empty icon="search" title={say.noSession} />
      ) : opened.state === 'failed' ? (
        <OpenFailed error={opened.error} onRetry={() => void open()} />
      ) : (
        <Skeleton rows={8} />
      )}
    </main>
  )
}

function OpenFailed({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const isGone = error instanceof Failure && error.status === 404
  return (
    <div role="alert">
      <Empty
        icon={isGone ? 'search' : 'warning'}
        title={isGone ? say.notThere : say.loadFailed}
        text={isGone ? say.notThereHint : textOf(error)}
        action={
          <Button icon="refresh" onClick={onRetry}>
            {say.again}
          </Button>
        }
      />
    </div>
  )
}

const textOf = (error: unknown): string =>
  error instanceof Unreadable ? say.unreadable : error instanceof Error ? error.message : String(error)
