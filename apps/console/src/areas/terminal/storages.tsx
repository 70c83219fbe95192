// Where recordings and commands are kept.
import { get } from '../../api/client.ts'
import { ResourceList, TabPage, tellFailure } from '../../kit/index.ts'
import type { ListSpec, RowContext } from '../../kit/spec.ts'
import { notify } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { createChoices, type Kind, kinds } from './storage-kinds.ts'
import { say, words } from './words.ts'

export function StorageList() {
  useLanguage()
  return (
    <TabPage
      name="Storage"
      title={say.storage}
      tabs={[
        { key: kinds.replay.tab, title: say.replayStorage, Body: Replays },
        { key: kinds.command.tab, title: say.commandStorage, Body: Commands },
      ]}
    />
  )
}

const Replays = () => <ResourceList spec={lists.replay} caption={say.replayStorage} />
const Commands = () => <ResourceList spec={lists.command} caption={say.commandStorage} />

/** These two are always there: with the server itself, and nowhere. */
const isOwn = ({ row }: RowContext): boolean => row.name === 'default' || row.name === 'null'

const listOf = (kind: Kind): ListSpec => ({
  url: kinds[kind].url,
  name: `${kinds[kind].name}List`,
  columns: ['name', 'type', 'comment', 'actions'],
  column: { type: { width: 160 }, comment: { sortable: true } },
  creates: createChoices(kind),
  // Storages belong to no organisation.
  canCreate: true,
  carry: ({ type }) => ({ type }),
  rowActions: {
    canUpdate: (context) => !isOwn(context),
    canDelete: (context) => !isOwn(context),
    canClone: (context) => !isOwn(context),
    more: [{ key: 'test', text: words.test, run: ({ row }) => test(kind, row.id) }],
  },
  selection: false,
  bulk: { delete: false },
  export: false,
  import: false,
})

const lists: Readonly<Record<Kind, ListSpec>> = { replay: listOf('replay'), command: listOf('command') }

const test = async (kind: Kind, id: string): Promise<void> => {
  try {
    const { is_valid, msg } = await get<{ is_valid: boolean; msg: string }>(
      `${kinds[kind].url}${id}/test-connective/`,
      { flash: false },
    )
    notify[is_valid ? 'success' : 'error'](msg)
  } catch (error) {
    tellFailure(say.test, error)
  }
}
