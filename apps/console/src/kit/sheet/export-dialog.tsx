import { useId, useState } from 'react'
import type { Query } from '../../api/client.ts'
import { handleFor } from '../../api/resource.ts'
import { download, saveFile } from '../../api/transfer.ts'
import { Field, notify, RadioGroup } from '../../ui/index.ts'
import { say } from '../../words/say.ts'
import { formatBytes } from '../format.ts'
import { exportQuery, type FileType, firstScope, type Scope } from './sheet.ts'
import { FileTypeField, Progress, SheetDialog, useStoppable } from './sheet-dialog.tsx'
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
  const stoppable = useStoppable(onClose)
  const busy = work.state === 'busy'

  const run = async () => {
    const signal = stoppable.start()
    setWork({ state: 'busy', bytes: 0 })
    try {
      const spm = scope === 'selected' ? await handleFor(selected) : undefined
      const file = await download(url, {
        query: exportQuery(scope, type, { own, filters, order, spm }),
        signal,
        onProgress: (bytes, whole) => setWork({ state: 'busy', bytes, whole }),
      })
      saveFile(file, `export.${type}`)
      notify.success(words.exported(file.name ?? `export.${type}`))
      // The message is drawn before the dialog below it goes.
      await Promise.resolve()
      onClose()
    } catch (error) {
      if (signal.aborted) setWork({ state: 'idle' })
      else setWork({ state: 'failed', why: `${words.exportFailed}: ${(error as Error).message}` })
    }
  }

  return (
    <SheetDialog
      title={say.export}
      width="small"
      busy={busy}
      failure={work.state === 'failed' && work.why}
      progress={
        busy && (
          <Progress
            share={work.whole && work.bytes / work.whole}
            label={say.export}
            text={work.bytes === 0 ? words.preparing : words.received(formatBytes(work.bytes))}
          />
        )
      }
      onConfirm={() => void run()}
      onClose={stoppable.close}
    >
      <FileTypeField value={type} onChange={setType} disabled={busy} />
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
    </SheetDialog>
  )
}
