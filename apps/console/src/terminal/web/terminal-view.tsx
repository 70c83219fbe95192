// One terminal: its screen, and what is to be said over it while it comes, is away, asks or has ended.
import type { Goal } from '@drawbridge/wire'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../ui/index.ts'
import { Emulator, type ThemeName } from './emulator.ts'
import { FileTransfers, type TransferState } from './file-transfers.ts'
import { LineNotice } from './line-notice.tsx'
import { type LinkState, TerminalLink, type Ticket } from './link.ts'
import { Sharing } from './sharing.tsx'
import { TransferPanel } from './transfer-panel.tsx'
import { say } from './words.ts'

export interface Opened {
  readonly key: string
  readonly name: string
  readonly goal: Goal
  /** The grant is for files as well. */
  readonly files?: boolean
  readonly ticket?: Ticket
}

export interface TerminalViewProps {
  readonly terminal: Opened
  readonly shown: boolean
  readonly fontSize: number
  readonly theme: ThemeName
  onTicket(ticket: Ticket): void
  onState(state: LinkState['at']): void
  /** Hands out what the bar above works on. */
  onReady(hands: Hands | undefined): void
  onAgain(): void
}

export interface Hands {
  find(text: string): boolean
  focus(): void
  end(): void
}

export function TerminalView(props: TerminalViewProps) {
  const { terminal, shown, fontSize, theme } = props
  const room = useRef<HTMLDivElement>(null)
  const parts = useRef<{ emulator: Emulator; link: TerminalLink; transfers: FileTransfers }>(undefined)
  const latest = useRef(props)
  latest.current = props
  const [state, setState] = useState<LinkState>({ at: 'connecting' })
  const [transfer, setTransfer] = useState<TransferState>()
  const [session, setSession] = useState<string>()
  const [watchedBy, setWatchedBy] = useState<readonly string[]>([])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a terminal lives as long as its key; what changes is read from `latest`.
  useEffect(() => {
    let actions: readonly string[] = []
    // The screen finds its size before there is anybody to tell it to.
    let link: TerminalLink | undefined
    const emulator = new Emulator({
      room: room.current!,
      fontSize,
      theme,
      label: say.terminalOf(terminal.name),
      onKeys: (data) => link?.keys(data),
      onResize: (size) => link?.resize(size),
      may: (action) => actions.includes(`clipboard_${action}`),
    })
    const transfers = new FileTransfers({
      draw: (bytes, drawn) => emulator.write(bytes, drawn),
      send: (bytes) => {
        link?.keys(bytes)
        return link?.room() ?? Promise.resolve()
      },
      onState: setTransfer,
      onSaved: save,
      onOver: (direction, how) => {
        if (how === 'cancelled') notify.info(say.transferCancelled)
        else notify.success(direction === 'upload' ? say.sent : say.fetched)
        emulator.focus()
      },
      onTooLarge: (name) => notify.error(say.tooLarge(name)),
    })
    const { goal, ticket } = terminal
    const opened = new TerminalLink({
      // After a reload the screen is empty: as much of what was shown as the gateway still has.
      to: ticket ? { ...ticket, offset: 0 } : goal,
      size: () => emulator.size,
      onOutput: (bytes, drawn) => transfers.take(bytes, drawn),
      onOpened: ({ session, secret, actions: allowed }) => {
        actions = allowed
        latest.current.onTicket({ session, secret })
        setSession(session)
        emulator.focus()
      },
      onState: (next) => {
        if (next.at !== 'live') transfers.leave()
        setState(next)
        latest.current.onState(next.at)
      },
      onWatched: setWatchedBy,
      words: { refused: say.refused, lost: say.lost },
    })
    link = opened
    parts.current = { emulator, link: opened, transfers }
    latest.current.onReady({
      find: (text) => emulator.find(text),
      focus: () => emulator.focus(),
      end: () => opened.end(),
    })
    const hurry = () => opened.hurry()
    addEventListener('online', hurry)
    document.addEventListener('visibilitychange', hurry)
    return () => {
      removeEventListener('online', hurry)
      document.removeEventListener('visibilitychange', hurry)
      opened.leave()
      emulator.close()
      latest.current.onReady(undefined)
    }
  }, [terminal.key])

  useEffect(() => {
    parts.current?.emulator.look(fontSize, theme)
  }, [fontSize, theme])
  useEffect(() => {
    if (!shown) return
    parts.current?.emulator.fit()
    parts.current?.emulator.focus()
  }, [shown])

  return (
    <section
      className={`db-luna-terminal db-luna-${theme}`}
      hidden={!shown}
      aria-label={terminal.name}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        // Left to itself the browser would open the file in place of the terminal.
        event.preventDefault()
        const files = [...event.dataTransfer.files]
        if (files.length === 0) return
        if (parts.current?.transfers.isWaiting) parts.current.transfers.give(files)
        else notify.info(say.dropHint)
      }}
    >
      <div ref={room} className="db-luna-room" />
      {session && (state.at === 'live' || state.at === 'away') && <Sharing session={session} watchedBy={watchedBy} />}
      {transfer && state.at === 'live' && (
        <TransferPanel
          state={transfer}
          onFiles={(files) => parts.current?.transfers.give(files)}
          onCancel={() => parts.current?.transfers.cancel()}
        />
      )}
      <LineNotice
        state={state}
        away={say.away}
        className="db-luna-over"
        onLogin={(...who) => parts.current?.link.login(...who)}
        onAgain={props.onAgain}
      />
    </section>
  )
}

/** As any download: the browser asks where to, or has its folder for it. */
const save = (name: string, file: Blob): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
