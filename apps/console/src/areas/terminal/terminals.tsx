// The components that carry sessions: how they are, and where they put what they record.
import { useMemo, useState } from 'react'
import { go, PageFrame, pathTo, ResourceList } from '../../kit/index.ts'
import { DetailScreen } from '../../kit/screens/detail-screen.tsx'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import type { BulkContext, DetailSpec, FormSpec, Item, ListSpec } from '../../kit/spec.ts'
import { Tag } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { COMMAND_STORAGES, REPLAY_STORAGES, TERMINALS } from './places.ts'
import { StoragesDialog } from './storages-dialog.tsx'
import { say, words } from './words.ts'

export function TerminalList() {
  useLanguage()
  const [chosen, setChosen] = useState<BulkContext>()
  const list = useMemo<ListSpec>(
    () => ({
      ...LIST,
      headerActions: [{ key: 'storages', text: words.storageConfiguration, run: () => void go(pathTo('Storage')) }],
      bulk: { delete: false, more: [{ key: 'update', text: words.updateSelected, run: setChosen }] },
    }),
    [],
  )
  return (
    <PageFrame title={say.terminals}>
      <ResourceList spec={list} caption={say.terminals} />
      {chosen && (
        <StoragesDialog
          ids={chosen.rows.map(({ id }) => id)}
          onClose={() => setChosen(undefined)}
          onDone={chosen.reload}
        />
      )}
    </PageFrame>
  )
}

const figure = (value: unknown, unit = ''): string => (typeof value === 'number' ? `${value}${unit}` : '')

const LIST: ListSpec = {
  url: TERMINALS,
  name: 'TerminalList',
  columns: [
    'name',
    'remote_addr',
    'session_online',
    'state.session_active_count',
    'state.system_cpu_load_1',
    'state.system_disk_used_percent',
    'state.system_memory_used_percent',
    'status_display',
    'is_active',
    'is_alive',
    'actions',
  ],
  column: {
    remote_addr: { width: 120 },
    session_online: { label: words.sessionCount, width: 76, sortable: false },
    'state.session_active_count': {
      label: words.activeCount,
      width: 100,
      align: 'right',
      cell: ({ state }) => figure(state?.session_active_count),
    },
    'state.system_cpu_load_1': {
      label: words.cpu,
      width: 84,
      align: 'right',
      cell: ({ state }) => figure(state?.system_cpu_load_1),
    },
    'state.system_disk_used_percent': {
      label: words.disk,
      width: 100,
      align: 'right',
      cell: ({ state }) => figure(state?.system_disk_used_percent, ' %'),
    },
    'state.system_memory_used_percent': {
      label: words.memory,
      width: 100,
      align: 'right',
      cell: ({ state }) => figure(state?.system_memory_used_percent, ' %'),
    },
    status_display: { label: words.status, width: 96, cell: (row) => <Status row={row} /> },
    is_active: { label: words.active, width: 70 },
    is_alive: { label: words.alive, width: 70 },
  },
  // Terminals belong to no organisation.
  rowActions: { clone: false, canUpdate: true },
  export: false,
  import: false,
}

const TONES = { normal: 'success', high: 'warning', critical: 'danger' } as const

function Status({ row }: { row: Item }) {
  return <Tag tone={TONES[row.status as keyof typeof TONES] ?? 'neutral'}>{row.status_display}</Tag>
}

export const TerminalDetail = () => <DetailScreen spec={DETAIL} />

const DETAIL: DetailSpec = {
  name: 'TerminalDetail',
  url: (id) => `${TERMINALS}${id}/`,
  facts: [
    'name',
    'remote_addr',
    'ssh_port',
    'http_port',
    'command_storage',
    'replay_storage',
    'date_created',
    'comment',
  ],
  labels: { ssh_port: words.sshPort, http_port: words.httpPort },
  canUpdate: true,
  delete: false,
}

export const TerminalUpdate = () => <FormScreen spec={FORM} title={words.terminalUpdate} />

const byName = (url: string) => ({
  url,
  multiple: false,
  labelOf: ({ name }: Item) => name,
  keyOf: ({ name }: Item) => name,
})

const FORM: FormSpec = {
  url: TERMINALS,
  name: 'TerminalUpdate',
  groups: [
    { title: words.info, fields: ['name', 'remote_addr', 'command_storage', 'replay_storage'] },
    { title: words.other, fields: ['comment'] },
  ],
  field: {
    command_storage: { options: byName(COMMAND_STORAGES) },
    replay_storage: { options: byName(REPLAY_STORAGES) },
  },
}
