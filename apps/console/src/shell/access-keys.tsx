// Keys with which programs of this person sign their calls.
import { useMemo, useState } from 'react'
import { del, patch, post } from '../api/client.ts'
import type { Failure } from '../api/failure.ts'
import { changed, useItem } from '../api/resource.ts'
import { formatDate } from '../kit/format.ts'
import {
  Banner,
  Button,
  type Column,
  CopyButton,
  confirm,
  Dialog,
  Empty,
  IconButton,
  notify,
  Switch,
  Table,
} from '../ui/index.ts'
import { useLanguage } from '../words/language.ts'
import { say } from '../words/say.ts'
import { words } from './words.ts'

interface AccessKey {
  readonly id: string
  readonly secret: string
  readonly is_active: boolean
  readonly date_created: string
}

const KEYS = '/api/v1/authentication/access-keys/'

export function AccessKeys({ onClose }: { onClose(): void }) {
  const { data: keys = [], isFetching, error } = useItem<AccessKey[]>(KEYS)
  const [creating, setCreating] = useState(false)
  const lang = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles speak the language of the moment.
  const columns = useMemo(columnsOf, [lang])

  const create = async () => {
    setCreating(true)
    try {
      await post(KEYS, undefined, { flash: false })
      await changed(KEYS)
      notify.success(say.createSuccess)
    } catch (failure) {
      notify.error(`${say.updateFailed}: ${(failure as Failure).message}`)
    }
    setCreating(false)
  }
  return (
    <Dialog open title={words.keysTitle} width="60%" onClose={onClose}>
      <Banner tone="success">{words.keysHelp}</Banner>
      <div className="db-keys-actions">
        <Button kind="primary" icon="plus" busy={creating} onClick={create}>
          {say.create}
        </Button>
        <Button icon="refresh" onClick={() => changed(KEYS)}>
          {say.refresh}
        </Button>
      </div>
      {error && <Banner tone="danger">{error.message}</Banner>}
      <Table
        caption={words.keysTitle}
        columns={columns}
        rows={keys}
        rowKey={({ id }) => id}
        loading={isFetching}
        skeletonRows={2}
        empty={<Empty icon="key" title={words.noKeys} text={words.noKeysText} />}
      />
    </Dialog>
  )
}

const columnsOf = (): Column<AccessKey>[] => [
  {
    key: 'id',
    title: words.keyId,
    label: words.keyId,
    width: 304,
    cell: ({ id }) => (
      <span className="db-code">
        {id} <CopyButton text={id} />
      </span>
    ),
  },
  {
    key: 'secret',
    title: words.keySecret,
    label: words.keySecret,
    cell: ({ secret }) => <Secret value={secret} />,
  },
  {
    key: 'is_active',
    title: words.keyActive,
    label: words.keyActive,
    width: 76,
    align: 'center',
    cell: (row) => <ActiveSwitch row={row} />,
  },
  {
    key: 'date_created',
    title: words.keyCreated,
    label: words.keyCreated,
    width: 160,
    cell: ({ date_created }) => formatDate(date_created),
  },
  {
    key: 'actions',
    title: <span className="db-hidden">{say.actions}</span>,
    label: say.actions,
    width: 60,
    align: 'center',
    cell: ({ id }) => <IconButton icon="trash" label={say.delete} onClick={() => remove(id)} />,
  },
]

/** Dots until somebody asks. */
function Secret({ value }: { value: string }) {
  const [shown, setShown] = useState(false)
  return (
    <span className="db-code">
      {shown ? value : '••••••••'}
      <IconButton
        className="db-copy"
        icon={shown ? 'eye-off' : 'eye'}
        label={shown ? say.hide : say.show}
        onClick={() => setShown(!shown)}
      />
      <CopyButton text={value} />
    </span>
  )
}

function ActiveSwitch({ row: { id, is_active } }: { row: AccessKey }) {
  const [busy, setBusy] = useState(false)
  const toggle = async (to: boolean) => {
    setBusy(true)
    try {
      await patch(`${KEYS}${id}/`, { is_active: to })
      await changed(KEYS)
      notify.success(say.updateSuccess)
    } catch {
      // The shell has told it.
    }
    setBusy(false)
  }
  return <Switch id={`key-${id}`} label={words.keySwitchOf(id)} value={is_active} busy={busy} onChange={toggle} />
}

const remove = (id: string) =>
  confirm({
    text: say.confirmDelete(id),
    danger: true,
    ok: say.delete,
    work: async () => {
      await del(`${KEYS}${id}/`)
      await changed(KEYS)
      notify.success(say.deleteSuccess)
    },
  })
