// The files of one asset: its line, what is to be said while it comes, is away, asks or has ended, and what is being sent there.
import { useEffect, useRef, useState } from 'react'
import { LineNotice } from '../web/line-notice.tsx'
import type { Ticket } from '../web/link.ts'
import { FolderView } from './folder-view.tsx'
import { FilesLink, type LinkState, type Rights } from './link.ts'
import { Uploads } from './uploads.ts'
import { UploadsPane } from './uploads-pane.tsx'
import { say } from './words.ts'

const TOGETHER_MS = 250

export interface OpenAsset {
  readonly key: string
  readonly name: string
  readonly asset: string
  readonly systemUser: string
  readonly ticket?: Ticket
  /** The folder that was looked at. */
  readonly path?: string
}

export interface Hands {
  busy(): boolean
  end(): void
}

export interface AssetFilesProps {
  readonly tab: OpenAsset
  readonly shown: boolean
  onTicket(ticket: Ticket | undefined): void
  onPath(path: string): void
  onReady(hands: Hands | undefined): void
}

export function AssetFiles(props: AssetFilesProps) {
  const { tab, shown } = props
  const latest = useRef(props)
  latest.current = props
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<LinkState>({ at: 'connecting' })
  const [home, setHome] = useState<{ link: FilesLink; root: string; rights: Rights; times: number }>()
  const [arrived, setArrived] = useState(0)
  const looking = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [uploads] = useState(
    () =>
      new Uploads(tab.asset, () => {
        // A thousand small files are looked at together.
        looking.current ??= setTimeout(() => {
          looking.current = undefined
          setArrived((times) => times + 1)
        }, TOGETHER_MS)
      }),
  )
  const line = useRef<FilesLink>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a line lives as long as its try; what changes is read from `latest`.
  useEffect(() => {
    const { asset, systemUser, ticket } = latest.current.tab
    const link = new FilesLink({
      to: { asset, system_user: systemUser },
      ...(ticket && attempt === 0 ? { ticket } : {}),
      onTicket: (given) => latest.current.onTicket(given),
      onState: (next) => {
        setState(next)
        if (next.at === 'closed') latest.current.onTicket(undefined)
        if (next.at !== 'live') return
        setHome((before) => ({ link, root: next.root, rights: next.rights, times: (before?.times ?? 0) + 1 }))
        uploads.attach(link)
      },
      words: { refused: say.refused, lost: say.lost, cut: say.cut },
    })
    line.current = link
    latest.current.onReady({ busy: () => uploads.busy, end: () => link.end() })
    const hurry = () => link.hurry()
    addEventListener('online', hurry)
    document.addEventListener('visibilitychange', hurry)
    return () => {
      removeEventListener('online', hurry)
      document.removeEventListener('visibilitychange', hurry)
      clearTimeout(looking.current)
      looking.current = undefined
      link.leave()
      latest.current.onReady(undefined)
    }
  }, [attempt])

  return (
    <section className="db-files" hidden={!shown} aria-label={say.filesOf(tab.name)}>
      {home && (
        <FolderView
          link={home.link}
          live={state.at === 'live'}
          root={home.root}
          rights={home.rights}
          start={tab.path}
          anew={`${home.times} ${arrived}`}
          onPath={props.onPath}
          onUpload={(wanted) => uploads.add(wanted)}
        />
      )}
      <UploadsPane uploads={uploads} />
      <LineNotice
        state={state}
        away={say.away}
        className="db-files-over"
        onLogin={(...who) => line.current?.login(...who)}
        onAgain={() => {
          setState({ at: 'connecting' })
          setAttempt(attempt + 1)
        }}
      />
    </section>
  )
}
