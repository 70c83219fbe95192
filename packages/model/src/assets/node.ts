import { computed, defineResource, type Field, id, kept, label, ref, refuse, text } from '@drawbridge/resource'

const name = text(label('名称', 'Name'), { max: 128, filter: true, search: true, order: true })

const value: Field<string, true> = {
  ...name,
  parse: (raw, reader) => {
    const text = name.parse(raw, reader)
    if (text.includes('/')) return refuse(label('不能包含: /', "Can't contains: /"))
    return text
  },
}

/** A place in the tree of an organisation. Its key names its way from the root: `1:4:2`. */
export const node = defineResource('assets/nodes', {
  label: label('节点', 'Node'),
  model: 'node',
  title: '{full_value}',
  scope: 'organisation',
  may: { read: ['orgAdmin', 'app'], write: ['orgAdmin'] },
  order: ['full_value'],
  bulk: false,
  fields: {
    id: id({ filter: true }),
    key: { ...text(label('键', 'Key'), { readOnly: true, filter: true }) },
    value,
    name: computed<string>('string', label('名称', 'Name')),
    parent: ref('assets/nodes', label('上级节点', 'Parent node'), { readOnly: true, nullable: true, filter: true }),
    full_value: text(label('全称', 'Full name'), { readOnly: true, search: true }),
    assets_amount: computed<number>('integer', label('资产数量', 'Assets amount')),
  },
  keeps: {
    /** From the root to the node itself, so that one look tells who is above it. */
    path: kept<string[]>('uuid[]'),
    /** The number of the last child. Numbers are not used again. */
    child_mark: kept<number>('integer', { default: 0 }),
  },
})
