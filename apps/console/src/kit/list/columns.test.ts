import { describe, expect, test } from 'vitest'
import type { FieldMeta, Item, Meta } from '../spec.ts'
import { columnFacts, linkColumn, lockedColumns, shownColumns } from './columns.ts'
import { select } from './selection.ts'
import { flattenRows, isTree } from './tree-rows.ts'
import { nameOf, shownText } from './values.ts'

const field = (facts: Partial<FieldMeta>): FieldMeta => ({
  type: 'string',
  required: false,
  read_only: false,
  write_only: false,
  label: 'X',
  ...facts,
})
const meta: Meta = {
  name: field({ label: '名称', filter: true }),
  is_active: field({ type: 'boolean', label: '激活', filter: true }),
  date_joined: field({ type: 'datetime', label: '日期' }),
  source: field({
    type: 'choice',
    label: '来源',
    filter: true,
    choices: [{ value: 'local', display_name: '数据库' }],
  }),
  count: field({ type: 'integer', label: '数量' }),
  attrs: field({ type: 'nested object', label: '属性', children: { host: field({ label: '主机' }) } }),
}
const columns = ['id', 'name', 'is_active', 'date_joined', 'source', 'count', 'attrs.host', 'actions']
const facts = columnFacts({ columns }, meta)
const one = (key: string) => facts.find((column) => column.key === key)!
const item = (row: Record<string, unknown>): Item => ({ id: '1', ...row })

describe('columns', () => {
  test('are labelled and drawn from the metadata', () => {
    expect(facts.map(({ kind }) => kind)).toEqual([
      'id',
      'link',
      'boolean',
      'date',
      'choice',
      'number',
      'text',
      'actions',
    ])
    expect(one('attrs.host').label).toBe('主机')
    expect(one('count').align).toBe('right')
  })
  test('[CONST-35] [CONST-36] [CONST-37] dates 160, booleans 80, actions 150 wide', () => {
    expect([one('date_joined').width, one('is_active').width, one('actions').width]).toEqual([160, 80, 150])
  })
  test('a width that was drawn is kept, and the word of the screen wins over the kind', () => {
    const [wide] = columnFacts({ columns: ['is_active'], column: { is_active: { width: 100 } } }, meta)
    expect(wide?.width).toBe(100)
    const [drawn] = columnFacts({ columns: ['is_active'] }, meta, { widths: { is_active: 222 } })
    expect(drawn?.width).toBe(222)
  })
  test('choices and booleans that the server filters by have a header filter', () => {
    expect(one('is_active').filter).toHaveLength(2)
    expect(one('source').filter).toEqual([{ value: 'local', label: '数据库' }])
    expect(one('name').filter).toBeUndefined()
  })
  test('are sorted by where the server says so, or else by any plain value', () => {
    expect(one('name').sortable).toBe(true)
    expect(one('actions').sortable).toBe(false)
    const ordered: Meta = { ...meta, count: { ...meta.count!, order: true } }
    const sortable = columnFacts({ columns }, ordered).filter((column) => column.sortable)
    expect(sortable.map(({ key }) => key)).toEqual(['count'])
  })
  test('the name leads to the detail page, else the host name, else nothing unless asked for', () => {
    expect(linkColumn({ columns: ['ip', 'hostname'] })).toBe('hostname')
    expect(linkColumn({ columns: ['ip'] })).toBeUndefined()
    expect(linkColumn({ columns: ['ip'], link: () => '/x' })).toBe('ip')
    expect(linkColumn({ columns: ['name'], link: false })).toBeUndefined()
  })
  test('without metadata they still stand there, under their names', () => {
    expect(columnFacts({ columns: ['name', 'x'] }, {}).map(({ label }) => label)).toEqual(['name', 'x'])
  })
})

describe('column settings', () => {
  const spec = { columns, show: { default: ['id', 'name', 'actions'] } }
  test('COL-03 COL-04 id and actions always stay, as far as the screen shows them', () => {
    expect([...lockedColumns({ columns })]).toEqual(expect.arrayContaining(['id', 'actions']))
    expect(shownColumns(spec, [])).toEqual(['id', 'actions'])
    expect(lockedColumns({ columns, show: { default: ['name'] } }).size).toBe(0)
  })
  test('the screen names others that stay', () => {
    expect(lockedColumns({ columns, show: { min: ['name'] } }).has('name')).toBe(true)
  })
  test('the order is that of the screen', () => {
    expect(shownColumns(spec)).toEqual(['id', 'name', 'actions'])
    expect(shownColumns(spec, ['source', 'name'])).toEqual(['id', 'name', 'source', 'actions'])
  })
})

describe('values', () => {
  test('[TABLE-14] the companion is preferred', () => {
    expect(shownText(item({ source: 'local', source_display: 'Database' }), 'source', meta.source)).toBe('Database')
    expect(shownText(item({ source: 'local' }), 'source', meta.source)).toBe('数据库')
    expect(shownText(item({ source: 'local', source_display: '' }), 'source')).toBe('local')
  })
  test('paths, lists and objects read as text', () => {
    expect(shownText(item({ attrs: { host: 'h' } }), 'attrs.host')).toBe('h')
    expect(shownText(item({ groups: [{ id: 'x', name: 'A' }, 'B'] }), 'groups')).toBe('A, B')
    expect(shownText(item({ nothing: null }), 'nothing')).toBe('')
  })
  test('a row is called by its name, host name, or id', () => {
    expect([nameOf(item({ name: 'n' })), nameOf(item({ hostname: 'h' })), nameOf(item({}))]).toEqual(['n', 'h', '1'])
  })
})

describe('rows with children', () => {
  const rows: Item[] = [{ id: 'a', children: [{ id: 'b', children: [{ id: 'c' }] }] }, { id: 'd' }]
  test('[TABLE-13] children stand below their parent and know it by parentId', () => {
    const flat = flattenRows(rows, new Set(['a', 'b']))
    expect(flat.map(({ row, level }) => [row.id, row.parentId, level])).toEqual([
      ['a', undefined, 0],
      ['b', 'a', 1],
      ['c', 'b', 2],
      ['d', undefined, 0],
    ])
  })
  test('[TABLE-02] what is closed hides all below it and opens as it was', () => {
    expect(flattenRows(rows, new Set(['b'])).map(({ row }) => row.id)).toEqual(['a', 'd'])
    expect(isTree(rows)).toBe(true)
    expect(isTree([{ id: 'x' }])).toBe(false)
  })
})

test('[TABLE-01] selected rows of other pages stay, those in sight are as they are now', () => {
  const kept = new Map([['a', item({ id: 'a', name: 'old' })]])
  const next = select(kept, ['a', 'b', 'ghost'], [item({ id: 'b' })])
  expect([...next.keys()]).toEqual(['a', 'b'])
  expect(select(next, ['a'], [item({ id: 'a', name: 'new' })]).get('a')?.name).toBe('new')
})

test('a column has no name while its metadata is on its way, and that of its field where there is none', () => {
  const spec = { columns: ['name', 'actions'] }
  expect(columnFacts(spec, undefined).map(({ label }) => label)).toEqual(['', '操作'])
  expect(columnFacts(spec, {}).map(({ label }) => label)).toEqual(['name', '操作'])
})
