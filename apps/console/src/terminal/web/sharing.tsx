// The corner of a terminal in which its person lets colleagues look on, sees who does, and stops it.
import { useEffect, useState } from 'react'
import { del, get, post } from '../../api/client.ts'
import { fieldProblems } from '../../api/failure.ts'
import {
  Banner,
  Button,
  CopyButton,
  Dialog,
  DialogActions,
  Field,
  IconButton,
  notify,
  Select,
  TextInput,
} from '../../ui/index.ts'
import { say } from './words.ts'

interface Share {
  readonly id: string
  readonly url: string
}

const sharesOf = (session: string) => `/api/v1/terminal/sessions/${session}/shares/`

export interface SharingProps {
  readonly session: string
  /** Those who look on now, by a link. */
  readonly watchedBy: readonly string[]
}

export function Sharing({ session, watchedBy }: SharingProps) {
  const [shares, setShares] = useState<readonly string[]>([])
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    // After a reload there may be some; whoever cannot be asked has none to stop.
    get<readonly { id: string }[]>(sharesOf(session), { flash: false })
      .then((found) => setShares(found.map(({ id }) => id)))
      .catch(() => undefined)
  }, [session])
  const stop = async () => {
    const results = await Promise.allSettled(
      shares.map((id) => del(`${sharesOf(session)}${id}/`, { flash: false }).then(() => id)),
    )
    // What ran out meanwhile is no longer there to be stopped: that is as good.
    const left = await get<readonly { id: string }[]>(sharesOf(session), { flash: false }).catch(() => undefined)
    setShares(left?.map(({ id }) => id) ?? shares)
    if (left?.length === 0) notify.success(say.sharingStopped)
    else if (results.some(({ status }) => status === 'rejected')) notify.error(say.stopFailed)
  }
  return (
    <div className="db-luna-corner" data-shared={shares.length > 0 || undefined}>
      {shares.length > 0 && (
        <>
          <span role="status" className="db-luna-watched">
            {watchedBy.length > 0 ? say.watchedBy(watchedBy.join('、')) : say.shared}
          </span>
          <Button size="small" kind="danger" onClick={() => void stop()}>
            {say.stopSharing}
          </Button>
        </>
      )}
      <IconButton icon="users" label={say.share} onClick={() => setAsking(true)} />
      {isAsking && (
        <ShareDialog
          session={session}
          onClose={() => setAsking(false)}
          onShared={({ id }) => setShares((all) => [...all, id])}
        />
      )}
    </div>
  )
}

interface ShareDialogProps {
  readonly session: string
  onClose(): void
  onShared(share: Share): void
}

const FORM = 'luna-share'

function ShareDialog({ session, onClose, onShared }: ShareDialogProps) {
  const [minutes, setMinutes] = useState('10')
  const [username, setUsername] = useState('')
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [share, setShare] = useState<Share>()
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblems({})
    try {
      const made = await post<Share>(
        sharesOf(session),
        { minutes: Number(minutes), username: username.trim() },
        { flash: false },
      )
      setShare(made)
      onShared(made)
    } catch (error) {
      const found = fieldProblems(error)
      setProblems(Object.keys(found).length > 0 ? found : { all: (error as Error).message })
    } finally {
      setBusy(false)
    }
  }
  if (share) {
    const url = new URL(share.url, location.origin).href
    return (
      <Dialog open title={say.share} width="small" onClose={onClose} footer={<DialogActions onOk={onClose} />}>
        <p>{say.shareReady}</p>
        <div className="db-luna-link">
          <TextInput id="luna-share-link" value={url} readOnly aria-label={say.shareLink} onChange={() => undefined} />
          <CopyButton text={url} label={say.copyLink} />
        </div>
        <p className="db-muted">{say.shareOnce}</p>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      title={say.share}
      width="small"
      onClose={onClose}
      footer={<DialogActions form={FORM} busy={busy} onCancel={onClose} ok={say.makeLink} />}
    >
      <form id={FORM} className="db-luna-share" onSubmit={(event) => void submit(event)}>
        <p>{say.shareHint}</p>
        {problems.all && <Banner tone="danger">{problems.all}</Banner>}
        <Field id="luna-share-time" label={say.shareTime} error={problems.minutes}>
          <Select
            id="luna-share-time"
            value={minutes}
            options={[
              { value: '10', label: say.tenMinutes },
              { value: '60', label: say.oneHour },
              { value: '0', label: say.toTheEnd },
            ]}
            onChange={setMinutes}
          />
        </Field>
        <Field id="luna-share-user" label={say.shareUser} help={say.shareUserHint} error={problems.username}>
          <TextInput id="luna-share-user" value={username} onChange={setUsername} autoComplete="off" />
        </Field>
      </form>
    </Dialog>
  )
}
