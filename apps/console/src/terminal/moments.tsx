// Moments to jump to: the commands, or what a search finds in what was shown.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, Card, TextInput } from '../ui/index.ts'
import { clockText } from './clock-text.ts'
import type { Playback } from './playback.ts'
import type { Recording } from './recording.ts'
import { type Found, MOST_FOUND, searchShown } from './shown-text.ts'
import type { Jump } from './use-commands.ts'
import { say } from './words.ts'

export interface MomentsProps {
  readonly playback: Playback
  readonly recording: Recording
  readonly commands: readonly Jump[]
}

interface Searched {
  readonly found: readonly Found[]
  readonly share: number
  readonly failed?: boolean
}

export function Moments({ playback, recording, commands }: MomentsProps) {
  const [wanted, setWanted] = useState('')
  const [searched, setSearched] = useState<Searched>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const search = async (event: FormEvent) => {
    event.preventDefault()
    running.current?.abort()
    if (wanted.trim() === '') return setSearched(undefined)
    const stopping = new AbortController()
    running.current = stopping
    const { signal } = stopping
    setSearched({ found: [], share: 0 })
    try {
      await searchShown(wanted.trim(), {
        chunks: recording.manifest.chunks.length,
        events: (no) => recording.events(no),
        signal,
        onFound: (found, share) => setSearched({ found, share }),
      })
    } catch {
      if (!signal.aborted) setSearched((now) => ({ found: now?.found ?? [], share: 1, failed: true }))
    }
  }
  // Looking at a moment is easier when it does not run away.
  const jump = (atMs: number) => {
    playback.pause()
    void playback.seek(atMs)
  }
  return (
    <aside className="db-player-moments" aria-label={say.commands}>
      {/* biome-ignore lint/a11y/useSemanticElements: the element is younger than some browsers. */}
      <form role="search" className="db-player-search" onSubmit={(event) => void search(event)}>
        <TextInput
          id="player-search"
          aria-label={say.search}
          placeholder={say.search}
          value={wanted}
          onChange={(text: string) => {
            setWanted(text)
            if (text === '') setSearched(undefined)
          }}
        />
        <Button type="submit" icon="search" aria-label={say.search} />
      </form>
      {searched ? (
        <Results searched={searched} onJump={jump} />
      ) : (
        <Card title={say.commands} flush>
          {commands.length === 0 ? (
            <p className="db-player-none db-muted">{say.noCommands}</p>
          ) : (
            <ol className="db-player-jumps">
              {commands.map(({ key, atMs, text, isRisky }) => (
                <Moment key={key} atMs={atMs} onJump={jump} isRisky={isRisky}>
                  {text}
                </Moment>
              ))}
            </ol>
          )}
        </Card>
      )}
    </aside>
  )
}

function Results({ searched, onJump }: { searched: Searched; onJump(atMs: number): void }) {
  const { found, share, failed } = searched
  const isMost = found.length >= MOST_FOUND
  const state = failed ? say.searchFailed : isMost ? say.foundMost(MOST_FOUND) : say.found(found.length)
  return (
    <>
      <p role="status" className="db-muted">
        {share < 1 && !isMost ? say.searching(Math.round(share * 100)) : state}
      </p>
      <ol className="db-player-jumps">
        {found.map(({ atMs, line, from, to }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: found in their order, and never moved.
          <Moment key={at} atMs={atMs} onJump={onJump}>
            {line.slice(0, from)}
            <mark>{line.slice(from, to)}</mark>
            {line.slice(to)}
          </Moment>
        ))}
      </ol>
    </>
  )
}

interface MomentProps {
  readonly atMs: number
  readonly isRisky?: boolean
  onJump(atMs: number): void
  readonly children: ReactNode
}

function Moment({ atMs, isRisky, onJump, children }: MomentProps) {
  return (
    <li>
      <button type="button" className={isRisky ? 'db-player-risk' : undefined} onClick={() => onJump(atMs)}>
        <time>{clockText(atMs)}</time>
        <code>{children}</code>
      </button>
    </li>
  )
}
