// Labels: names and values by which assets are found.
import { treeSelect } from '../../kit/index.ts'
import type { PagesSpec } from '../../kit/spec.ts'
import { assetPicker } from './places.ts'
import { words } from './words.ts'

export const labelPages: PagesSpec = {
  path: 'assets/labels',
  name: 'Label',
  titles: { list: words.labels, create: words.createLabel, detail: words.labels, update: words.updateLabel },
  menu: { group: 'assets', order: 70 },
  list: {
    columns: ['name', 'value', 'asset_count', 'date_created', 'comment', 'org_name', 'actions'],
    column: { asset_count: { label: words.assetsAmount, width: 100, align: 'right' } },
    bulk: { delete: false },
    link: false,
  },
  form: {
    groups: [{ title: words.basic, fields: ['name', 'value', 'assets'] }],
    field: { assets: { input: treeSelect(assetPicker), initial: [] } },
  },
  detail: false,
}
