// A small text, looked at or edited. What somebody else saved meanwhile is not overwritten unseen.
import { MOST_TEXT_BYTES } from '@drawbridge/wire'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { Button, confirm, Dialog, Empty, notify, Skeleton, TextArea } from '../../ui/index.ts'
import type { FileRefusal, FilesLink } from './link.ts'
import { nameOf } from './paths.ts'
import { saveText } from './sending.ts'
import { say } from './words.ts'

export interface EditDialogProps {
  readonly link: FilesLink
  readonly live: boolean
  readonly path: string
  readonly canSave: boolean
  onDownload(): void
  onSaved(): void
  onClose(): void
}

/** A box for text knows only one kind of line end; the file gets back the one that it had. */
type LineEnds = 'lf' | 'crlf' | 'mixed'

interface Loaded {
  readonly text: string
  readonly version: string
  readonly ends: LineEnds
}

export function EditDialog({ link, live, path, canSave, onDownload, onSaved, onClose }: EditDialogProps) {
  const id = useId()
  const [loaded, setLoaded] = useState<Loaded>()
  const [problem, setProblem] = useState<FileRefusal>()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const changed = loaded !== undefined && text !== loaded.text

  const load = async () => {
    const answer = await link.ask({ deed: 'read', path })
    const plain = answer.text.replaceAll('\r\n', '\n')
    setLoaded({ text: plain, version: answer.version, ends: endsOf(answer.text) })
    return plain
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when it is opened.
  useEffect(() => {
    load().then(setText, (error: FileRefusal) => setProblem(error))
  }, [])

  const save = async (): Promise<void> => {
    if (!loaded || busy) return
    const whole = loaded.ends === 'crlf' ? text.replaceAll('\n', '\r\n') : text
    if (new Blob([whole]).size > MOST_TEXT_BYTES) {
      notify.error(say.tooLarge)
      return
    }
    setBusy(true)
    try {
      await saveText(link, { path, text: whole, version: loaded.version }).catch(async (error: FileRefusal) => {
        if (error.fault !== 'changed') throw error
        const question = { title: say.changedTitle, text: say.changedAsk, ok: say.overwrite, danger: true }
        if (!(await confirm(question))) throw error
        await saveText(link, { path, text: whole, version: undefined })
      })
      notify.success(say.saved)
      await load()
      onSaved()
    } catch (error) {
      notify.error((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const close = async () => {
    const question = { title: nameOf(path), text: say.unsaved, ok: say.discard, danger: true }
    if (!changed || (await confirm(question))) onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (changed) void save()
  }

  const binary = problem?.fault === 'binary' || problem?.fault === 'large'
  return (
    <Dialog
      open
      title={nameOf(path)}
      width="wide"
      busy={busy}
      onClose={() => void close()}
      footer={
        problem ? (
          binary && (
            <Button
              kind="primary"
              icon="download"
              onClick={() => {
                onClose()
                onDownload()
              }}
            >
              {say.download}
            </Button>
          )
        ) : (
          <>
            {loaded?.ends === 'mixed' && canSave && <span className="db-muted">{say.mixedEnds}</span>}
            <span className="db-spring" />
            <Button onClick={() => void close()} disabled={busy}>
              {canSave ? say.cancel : say.closeText}
            </Button>
            {canSave && (
              <Button kind="primary" busy={busy} disabled={!changed || !live} onClick={() => void save()}>
                {say.save}
              </Button>
            )}
          </>
        )
      }
    >
      {problem ? (
        <Empty icon="file" title={say.notText} text={problem.message} />
      ) : loaded ? (
        <TextArea
          id={`${id}-text`}
          className="db-files-text"
          mono
          value={text}
          onChange={setText}
          onKeyDown={onKeyDown}
          readOnly={!canSave}
          aria-label={say.text}
          spellCheck={false}
          autoComplete="off"
          wrap="off"
        />
      ) : (
        <Skeleton rows={10} />
      )}
    </Dialog>
  )
}

const endsOf = (text: string): LineEnds => {
  const both = text.split('\r\n').length - 1
  const all = text.split('\n').length - 1
  return both === 0 ? 'lf' : both === all ? 'crlf' : 'mixed'
}
