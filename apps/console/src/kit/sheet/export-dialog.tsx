import { useId, useRef, useState } from 'react'
import type { Query } from '../../api/client.ts'
import { handleFor } from '../../api/resource.ts'
import { download, saveFile } from '../../api/transfer.ts'
import { Banner, Bar, Button, Dialog, Field, notify, RadioGroup } from '../../ui/index.ts'
import { say } from '../../words/say.ts'
import { formatBytes } from '../format.ts'
import { exportQuery, FILE_TYPES, type FileType, firstScope, type Scope } from './sheet.ts'
import { words } from './words.ts'

export interface ExportDialogProps {
  readonly url: string
  /** The screen's own query: which list it is. */
  readonly own?: Query
  readonly filters: Query
  readonly order?: string
  readonly selected: readonly string[]
  onClose(): void
}

type Work = { state: 'idle' } | { state: 'busy'; bytes: number; whole?: number } | { state: 'failed'; why: string }

export function ExportDialog({ url, own, filters, order, selected, onClose }: ExportDialogProps) {
  const id = useId()
  const filtered = Object.values(filters).some((value) => value !== undefined && value !== '')
  const [type, setType] = useState<FileType>('csv')
  const [scope, setScope] = useState<Scope>(firstScope({ selected: selected.length, filtered }))
  const [work, setWork] = useState<Work>({ state: 'idle' })
  const stop = useRef(new AbortController())
  const busy = work.state === 'busy'

  const run = async () => {
    stop.current = new AbortController()
    setWork({ state: 'busy', bytes: 0 })
    try {
      const spm = scope === 'selected' ? await handleFor(selected) : undefined
      const file = await download(url, {
        query: exportQuery(scope, type, { own, filters, order, spm }),
        signal: stop.current.signal,
        onProgress: (bytes, whole) => setWork({ state: 'busy', bytes, whole }),
      })
      saveFile(file, `export.${type}`)
      notify.success(words.exported(file.name ?? `export.${type}`))
      // The message is drawn before the dialog below it goes.
      await Promise.resolve()
      onClose()
    } catch (error) {
      if (stop.current.signal.aborted) setWork({ state: 'idle' })
      else setWork({ state: 'failed', why: (error as Error).message })
    }
  }
  const close = () => {
    stop.current.abort()
    onClose()
  }

  return (
    <Dialog
      open
      title={say.export}
      width="small"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{say.cancel}</Button>
          <Button kind="primary" busy={busy} onClick={() => void run()}>
            {say.confirm}
          </Button>
        </>
      }
    >
      {work.state === 'failed' && <Banner tone="danger">{`${words.exportFailed}: ${work.why}`}</Banner>}
      <Field id={`${id}-type`} label={say.fileType}>
        <RadioGroup
          id={`${id}-type`}
          value={type}
          onChange={(value) => setType(value as FileType)}
          options={FILE_TYPES}
          disabled={busy}
        />
      </Field>
      <Field id={`${id}-scope`} label={say.exportRange}>
        <RadioGroup
          id={`${id}-scope`}
          value={scope}
          onChange={(value) => setScope(value as Scope)}
          disabled={busy}
          options={[
            { value: 'all', label: say.exportAll },
            {
              value: 'selected',
              label: selected.length > 0 ? `${say.exportSelected} (${selected.length})` : say.exportSelected,
              disabled: selected.length === 0,
            },
            { value: 'filtered', label: say.exportFiltered, disabled: !filtered },
          ]}
        />
      </Field>
      <div className="db-transfer" role="status">
        {busy && (
          <>
            {work.whole ? <progress max={work.whole} value={work.bytes} aria-label={say.export} /> : <Bar busy />}
            <span>{work.bytes === 0 ? words.preparing : words.received(formatBytes(work.bytes))}</span>
          </>
        )}
      </div>
    </Dialog>
  )
}
