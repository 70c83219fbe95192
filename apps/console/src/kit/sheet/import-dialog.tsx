import { useId, useState } from 'react'
import type { Query } from '../../api/client.ts'
import { Failure } from '../../api/failure.ts'
import { changed, handleFor } from '../../api/resource.ts'
import { download, saveFile, upload } from '../../api/transfer.ts'
import { Button, Field, FileInput, notify, RadioGroup } from '../../ui/index.ts'
import { say } from '../../words/say.ts'
import {
  type FileType,
  fileProblem,
  importRequest,
  lineProblems,
  MODE,
  type Mode,
  selectedTemplateQuery,
  templateQuery,
} from './sheet.ts'
import { FileTypeField, Progress, SheetDialog, useStoppable } from './sheet-dialog.tsx'
import { words } from './words.ts'

export interface ImportDialogProps {
  readonly url: string
  readonly selected: readonly string[]
  readonly csvOnly?: boolean
  /** Rows came or changed. */
  onDone?(): void
  onClose(): void
}

type Work =
  | { state: 'idle' }
  | { state: 'busy'; share: number }
  | { state: 'failed'; why: string }
  | { state: 'refused'; lines: readonly string[] }

/** So many problems can be read at once; the rest is counted. */
const SHOWN_PROBLEMS = 200

export function ImportDialog({ url, selected, csvOnly = false, onDone, onClose }: ImportDialogProps) {
  const id = useId()
  const [type, setType] = useState<FileType>('csv')
  const [mode, setMode] = useState<Mode>(MODE.create)
  const [file, setFile] = useState<File>()
  const [asked, setAsked] = useState(false)
  const [work, setWork] = useState<Work>({ state: 'idle' })
  const stoppable = useStoppable(onClose)
  const busy = work.state === 'busy'
  const problem = fileProblem(file ? [file.name] : [], type, { csvOnly })

  const run = async () => {
    setAsked(true)
    if (!file || problem) return
    const signal = stoppable.start()
    setWork({ state: 'busy', share: 0 })
    try {
      const done = await upload<unknown[]>(url, file, {
        ...importRequest(mode, type),
        signal,
        onProgress: (share) => setWork({ state: 'busy', share }),
      })
      const count = Array.isArray(done) ? done.length : 0
      notify.success(mode === MODE.create ? say.importCreated(count) : say.importUpdated(count))
      await changed(url)
      onDone?.()
      onClose()
    } catch (error) {
      const lines = error instanceof Failure && error.status === 400 ? lineProblems(error.body) : []
      if (lines.length > 0) setWork({ state: 'refused', lines })
      else if (signal.aborted) setWork({ state: 'idle' })
      else setWork({ state: 'failed', why: `${words.importFailed}: ${(error as Error).message}` })
    }
  }
  const template = async (queryWith: (spm?: string) => Query) => {
    try {
      const spm = selected.length > 0 ? await handleFor(selected) : undefined
      saveFile(await download(url, { query: queryWith(spm) }), `template.${type}`)
    } catch (error) {
      setWork({ state: 'failed', why: `${words.templateFailed}: ${(error as Error).message}` })
    }
  }
  const choose = (next: File | undefined) => {
    setFile(next)
    setAsked(next !== undefined)
    setWork({ state: 'idle' })
  }

  return (
    <SheetDialog
      title={say.import}
      busy={busy}
      failure={work.state === 'failed' ? work.why : work.state === 'refused' && <Refused lines={work.lines} />}
      progress={
        busy &&
        (work.share < 1 ? (
          <Progress share={work.share} label={say.upload} text={words.uploading(Math.round(work.share * 100))} />
        ) : (
          <Progress label={say.upload} text={words.checking} />
        ))
      }
      onConfirm={() => void run()}
      onClose={stoppable.close}
    >
      {!csvOnly && <FileTypeField value={type} onChange={setType} disabled={busy} />}
      <Field id={`${id}-mode`} label={words.mode}>
        <RadioGroup
          id={`${id}-mode`}
          value={mode}
          onChange={(value) => setMode(value as Mode)}
          disabled={busy}
          options={[
            { value: MODE.create, label: words.modeCreate },
            { value: MODE.update, label: words.modeUpdate },
          ]}
        />
        <div className="db-import-templates">
          <Button kind="link" icon="download" onClick={() => template((spm) => templateQuery(mode, type, spm))}>
            {mode === MODE.create ? say.importTemplate : say.updateTemplate}
          </Button>
          {mode === MODE.update && selected.length > 0 && (
            <Button kind="link" icon="download" onClick={() => template((spm) => selectedTemplateQuery(type, spm!))}>
              {words.selectedTemplate(selected.length)}
            </Button>
          )}
          {mode === MODE.update && selected.length === 0 && <span className="db-muted">{words.selectForUpdate}</span>}
        </div>
      </Field>
      <Field id={`${id}-file`} label={words.file} required error={asked ? problem : undefined}>
        <FileInput
          id={`${id}-file`}
          value={file}
          onChange={choose}
          accept={csvOnly ? '.csv' : `.${type}`}
          placeholder={say.selectFile}
          disabled={busy}
        />
      </Field>
    </SheetDialog>
  )
}

function Refused({ lines }: { lines: readonly string[] }) {
  return (
    <>
      <strong>{words.problems(lines.length)}</strong>
      <p className="db-muted">{words.lineHint}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard. */}
      <ul className="db-import-lines" tabIndex={0} aria-label={words.problems(lines.length)}>
        {lines.slice(0, SHOWN_PROBLEMS).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > SHOWN_PROBLEMS && <li>{words.furtherProblems(lines.length - SHOWN_PROBLEMS)}</li>}
      </ul>
    </>
  )
}
