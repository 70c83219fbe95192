import { choice, commentLabel, defineResource, flag, json, label, serial, text } from '@drawbridge/resource'

export const platformBases = ['Linux', 'Unix', 'MacOS', 'BSD', 'Windows', 'Other'] as const

export const platform = defineResource('assets/platforms', {
  label: label('系统平台', 'Platform'),
  model: 'platform',
  title: '{name}',
  scope: 'global',
  may: { read: ['orgAdmin', 'app'], write: ['superAdmin'] },
  order: ['name'],
  bulk: false,
  fields: {
    id: serial(),
    name: text(label('名称', 'Name'), {
      required: true,
      max: 50,
      unique: true,
      filter: true,
      search: true,
      order: true,
    }),
    base: choice(
      label('基础', 'Base'),
      platformBases.map((base) => [base, label(base, base)] as const),
      { default: 'Linux', filter: true },
    ),
    charset: choice(
      label('编码', 'Charset'),
      [
        ['utf8', label('UTF-8', 'UTF-8')],
        ['gbk', label('GBK', 'GBK')],
      ],
      {
        default: 'utf8',
      },
    ),
    // Those that come with the product; assets rely on them.
    internal: flag(label('内置', 'Internal'), { readOnly: true, default: false }),
    meta: json(label('元数据', 'Meta'), { nullable: true }),
    comment: text(commentLabel, { nullable: true }),
  },
})
