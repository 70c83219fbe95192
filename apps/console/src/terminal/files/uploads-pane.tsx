// What is being sent: how far each file is, and what may be done to it.
import { useState, useSyncExternalStore } from 'react'
import { formatBytes } from '../../kit/format.ts'
import { Button, IconButton } from '../../ui/index.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { Upload, UploadState, Uploads } from './uploads.ts'
import { say } from './words.ts'

const stateWords = (): Readonly<Record<Exclude<UploadState, 'sending' | 'failed'>, string>> => ({
  waiting: say.waiting,
  paused: say.paused,
  away: say.waitingLine,
  asking: say.asking,
  done: say.done,
  skipped: say.skipped,
})

const isOver = ({ state }: Upload) => state === 'done' || state === 'skipped'

export function UploadsPane({ uploads }: { uploads: Uploads }) {
  const { all, question } = useSyncExternalStore(uploads.subscribe, () => uploads.view)
  return (
    <>
      {all.length > 0 && <List uploads={uploads} all={all} />}
      {question && <ConflictDialog question={question} />}
    </>
  )
}

function List({ uploads, all }: { uploads: Uploads; all: readonly Upload[] }) {
  const [open, setOpen] = useState(true)
  const left = all.filter((one) => !isOver(one)).length
  return (
    <aside className="db-files-uploads" aria-label={say.uploads}>
      <header>
        <strong role="status">{left > 0 ? say.uploading(left) : say.uploaded}</strong>
        <span className="db-spring" />
        {left < all.length && (
          <Button kind="link" size="small" onClick={() => uploads.clear()}>
            {say.clearList}
          </Button>
        )}
        <IconButton
          icon={open ? 'chevron-down' : 'chevron-up'}
          label={open ? say.hideList : say.showList}
          onClick={() => setOpen(!open)}
        />
      </header>
      {open && (
        <ul>
          {all.map((one) => (
            <Line key={one.id} one={one} uploads={uploads} />
          ))}
        </ul>
      )}
    </aside>
  )
}

function Line({ one, uploads }: { one: Upload; uploads: Uploads }) {
  const { id, name, path, size, stored, state, message } = one
  const percent = size === 0 ? 0 : Math.floor((stored / size) * 100)
  const about =
    state === 'failed'
      ? message
      : state === 'sending'
        ? `${formatBytes(stored)} / ${formatBytes(size)} · ${percent}%`
        : `${stateWords()[state]} · ${formatBytes(size)}`
  return (
    <li data-state={state}>
      <div className="db-files-line">
        <span className="db-files-line-name" title={path}>
          {name}
        </span>
        <small>{about}</small>
        {!isOver(one) && state !== 'done' && <progress max={100} value={percent} aria-label={say.progressOf(name)} />}
      </div>
      {(state === 'sending' || state === 'waiting' || state === 'away') && (
        <IconButton icon="pause" label={say.pause(name)} onClick={() => uploads.pause(id)} />
      )}
      {(state === 'paused' || state === 'failed') && (
        <IconButton icon="play" label={say.goOn(name)} onClick={() => uploads.goOn(id)} />
      )}
      {!isOver(one) && <IconButton icon="cross" label={say.giveUp(name)} onClick={() => uploads.cancel(id)} />}
    </li>
  )
}
