// The player: the screen, what can be done with its time, and what there is to jump to.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Item } from '../api/meta.ts'
import { Banner, Icon, Tag } from '../ui/index.ts'
import type { Asked } from './address.ts'
import { Controls } from './controls.tsx'
import { takeFirstFrame } from './first/first-frame.ts'
import { Moments } from './moments.tsx'
import { Playback } from './playback.ts'
import type { Recording } from './recording.ts'
import { SESSIONS } from './server-source.ts'
import { TerminalScreen } from './terminal-screen.ts'
import { useCommands } from './use-commands.ts'
import { say } from './words.ts'

export interface PlayerProps {
  readonly title: string
  readonly asked: Asked
  readonly session: Item
  readonly recording: Recording
}

export function Player({ title, asked, session, recording }: PlayerProps) {
  const room = useRef<HTMLDivElement>(null)
  const [playback, setPlayback] = useState<Playback>()
  useEffect(() => {
    const first = takeFirstFrame(room.current!)
    const screen = first?.screen ?? new TerminalScreen(room.current!)
    const made = new Playback(recording, screen)
    setPlayback(made)
    const startMs = asked.live ? recording.durationMs : (asked.atMs ?? 0)
    void made.seek(startMs, { isDrawn: first?.atMs === startMs }).then(() => {
      // Whoever asked for a moment wants to look at it.
      if (asked.atMs === undefined) void made.play()
    })
    const stop = everyFrame((now) => made.tick(now))
    const stopAsking = askAgain(made)
    return () => {
      stop()
      stopAsking()
      made.pause()
      screen.close()
    }
  }, [recording, asked])

  return (
    <div className="db-player">
      <header className="db-player-head">
        <h1>{title}</h1>
        <Facts session={session} />
        <span className="db-player-takeaways">
          <a
            className="db-link"
            href={`${SESSIONS}${session.id}/replay/page/`}
            download={`${session.id}.html`}
            title={say.downloadPageHint}
          >
            <Icon name="download" /> {say.downloadPage}
          </a>
          <a className="db-link" href={`${SESSIONS}${session.id}/replay/download/`} download>
            <Icon name="download" /> {say.download}
          </a>
        </span>
      </header>
      <main className="db-player-body">
        <section className="db-player-stage" aria-label={say.screen}>
          {playback && <Warnings playback={playback} recording={recording} />}
          <div ref={room} className="db-player-room" />
        </section>
        {playback && <Beneath playback={playback} recording={recording} session={session} />}
      </main>
    </div>
  )
}

function Facts({ session }: { session: Item }) {
  return (
    <p className="db-muted">
      {[session.system_user, String(session.protocol ?? '').toUpperCase(), session.remote_addr]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}

interface PartProps {
  readonly playback: Playback
  readonly recording: Recording
  readonly session: Item
}

export const useStateOf = (playback: Playback) => useSyncExternalStore(playback.subscribe, () => playback.state)

function Warnings({ playback, recording }: Omit<PartProps, 'session'>) {
  const { problem, isOver, isCut, durationMs } = useStateOf(playback)
  return (
    <>
      {problem !== undefined && (
        <Banner tone="danger">
          {say.loadFailed}: {problem instanceof Error ? problem.message : String(problem)}
        </Banner>
      )}
      {recording.damaged.size > 0 && <Banner tone="danger">{say.damaged}</Banner>}
      {isCut && <Banner tone="warning">{say.cut}</Banner>}
      {!isOver && !isCut && <Tag tone="success">{say.running}</Tag>}
      {durationMs === 0 && recording.manifest.chunks.length === 0 && <p className="db-muted">{say.nothingYet}</p>}
    </>
  )
}

function Beneath({ playback, recording, session }: PartProps) {
  const commands = useCommands(session)
  return (
    <>
      <Controls playback={playback} marks={commands} />
      <Moments playback={playback} recording={recording} commands={commands} />
    </>
  )
}

const everyFrame = (work: (now: number) => void): (() => void) => {
  let frame = requestAnimationFrame(function next(now) {
    work(now)
    frame = requestAnimationFrame(next)
  })
  return () => cancelAnimationFrame(frame)
}

/** While a session runs there is more to come. */
const ASK_MS = 3_000

const askAgain = (playback: Playback): (() => void) => {
  const timer = setInterval(() => {
    // What fails now is asked again in a moment.
    if (!playback.state.isOver) void playback.refresh().catch(() => undefined)
  }, ASK_MS)
  return () => clearInterval(timer)
}
