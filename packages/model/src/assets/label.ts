import {
  choice,
  commentLabel,
  counted,
  dateCreated,
  defineResource,
  display,
  flag,
  id,
  label,
  ref,
  refs,
  serial,
  text,
} from '@drawbridge/resource'

const category = label('类别', 'Category')

export const assetLabel = defineResource('assets/labels', {
  label: label('标签', 'Label'),
  model: 'label',
  title: '{name}:{value}',
  scope: 'organisation',
  may: { read: ['orgAdmin', 'app'], write: ['orgAdmin'] },
  order: ['name', 'value'],
  unique: [['name', 'value']],
  fields: {
    id: id(),
    name: text(label('名称', 'Name'), { required: true, max: 128, filter: true, search: true, order: true }),
    value: text(label('值', 'Value'), { required: true, max: 128, filter: true, search: true, order: true }),
    category: choice(
      category,
      [
        ['S', label('系统', 'System')],
        ['U', label('用户', 'User')],
      ],
      {
        default: 'U',
        readOnly: true,
      },
    ),
    is_active: flag(label('激活', 'Is active'), { default: true }),
    comment: text(commentLabel, { nullable: true }),
    date_created: dateCreated(),
    asset_count: counted('assets', label('资产数量', 'Assets amount')),
    assets: refs('assets/assets', label('资产', 'Assets'), {
      through: 'assets/assets-labels-relations',
      mine: 'label',
      theirs: 'asset',
    }),
    category_display: display('category', category),
    get_category_display: display('category', category),
  },
  filters: {
    distinct: flag(label('每个名称一行', 'One row a name')),
  },
})

/** Which label an asset bears. */
export const labelledAsset = defineResource('assets/assets-labels-relations', {
  label: label('资产的标签', 'Label of an asset'),
  model: 'asset_labels',
  title: '{asset} | {label}',
  scope: 'global',
  may: { read: [] },
  order: ['id'],
  unique: [['asset', 'label']],
  verbs: [],
  fields: {
    id: serial(),
    asset: ref('assets/assets', label('资产', 'Asset'), { required: true, whenTargetGoes: 'cascade' }),
    label: ref('assets/labels', label('标签', 'Label'), { required: true, whenTargetGoes: 'cascade' }),
  },
})
