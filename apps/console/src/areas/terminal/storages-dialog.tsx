// Where several terminals put what they record: both storages at once, for all of them.
import { useState } from 'react'
import { patch } from '../../api/client.ts'
import { changed } from '../../api/resource.ts'
import { firstRefusal } from '../../kit/bulk-entries.ts'
import { RemoteSelect, tellFailure } from '../../kit/index.ts'
import { Dialog, DialogActions, Field, notify } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { COMMAND_STORAGES, REPLAY_STORAGES, TERMINALS } from './places.ts'
import { say } from './words.ts'

export interface StoragesDialogProps {
  readonly ids: readonly string[]
  onClose(): void
  onDone(): void
}

export function StoragesDialog({ ids, onClose, onDone }: StoragesDialogProps) {
  const [command_storage, setCommands] = useState('')
  const [replay_storage, setReplays] = useState('')
  const [busy, setBusy] = useState(false)

  const save = async () => {
    setBusy(true)
    try {
      await patch(
        TERMINALS,
        ids.map((id) => ({ id, command_storage, replay_storage })),
        { flash: false },
      )
    } catch (error) {
      setBusy(false)
      return tellFailure(common.updateFailed, firstRefusal(error))
    }
    notify.success(common.updateSuccess)
    void changed(TERMINALS)
    onDone()
    onClose()
  }
  return (
    <Dialog
      open
      title={say.updateStorages}
      width="small"
      busy={busy}
      onClose={onClose}
      footer={
        <DialogActions
          ok={common.confirm}
          busy={busy}
          disabled={!command_storage || !replay_storage}
          onCancel={onClose}
          onOk={() => void save()}
        />
      }
    >
      <Field id="terminal-commands" label={say.commandStorage} required>
        <RemoteSelect id="terminal-commands" spec={COMMANDS} value={command_storage} onChange={setCommands} />
      </Field>
      <Field id="terminal-replays" label={say.replayStorage} required>
        <RemoteSelect id="terminal-replays" spec={REPLAYS} value={replay_storage} onChange={setReplays} />
      </Field>
    </Dialog>
  )
}

const COMMANDS = { url: COMMAND_STORAGES, multiple: false }
const REPLAYS = { url: REPLAY_STORAGES, multiple: false }
