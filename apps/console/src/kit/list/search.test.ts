import { describe, expect, test } from 'vitest'
import type { FieldMeta, Meta } from '../spec.ts'
import { choicesOf, shownTags, tagFields, withoutLast, withTag } from './search.ts'

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
  comment: field({ label: '备注' }),
  is_active: field({ type: 'boolean', label: '激活', filter: true }),
  status: field({
    type: 'choice',
    label: '状态',
    filter: true,
    choices: [
      { value: true, display_name: '成功' },
      { value: false, display_name: '失败' },
    ],
  }),
}

describe('LIST-01 search tags', () => {
  test('are offered for fields that the server filters by, after those of the screen', () => {
    const fields = tagFields(meta, {
      options: [{ key: 'latest', label: { zh: '最新', en: 'Latest' } }],
      exclude: ['name'],
    })
    expect(fields.map(({ key }) => key)).toEqual(['latest', 'is_active', 'status'])
    expect(tagFields(meta, false)).toEqual([])
  })
  test('an option of the screen stands for the field of the same name', () => {
    const fields = tagFields(meta, { options: [{ key: 'name', label: { zh: '名字', en: 'Name' } }] })
    expect(fields.filter(({ key }) => key === 'name')).toHaveLength(1)
  })
  test('truth is sent as true and false, and in choices as True and False', () => {
    expect(choicesOf(meta.is_active)?.map(({ value }) => value)).toEqual(['true', 'false'])
    expect(choicesOf(meta.status)).toEqual([
      { value: 'True', label: '成功' },
      { value: 'False', label: '失败' },
    ])
    expect(choicesOf(meta.name)).toBeUndefined()
  })
  test('one per key; an empty value takes it away; others stay', () => {
    const tags = withTag(withTag({}, 'search', ' a '), 'is_active', 'true')
    expect(tags).toEqual({ search: 'a', is_active: 'true' })
    expect(withTag(tags, 'search', 'b')).toEqual({ is_active: 'true', search: 'b' })
    expect(withTag(tags, 'search', undefined)).toEqual({ is_active: 'true' })
  })
  test('one key clears the last', () => {
    expect(withoutLast({ a: '1', b: '2' })).toEqual({ a: '1' })
    expect(withoutLast({})).toEqual({})
  })
  test('read with the words of their field; only text can be changed', () => {
    const shown = shownTags({ search: 'x', status: 'True', unknown: '1' }, tagFields(meta))
    expect(shown.map(({ label, text, editable }) => [label, text, editable])).toEqual([
      ['搜索', 'x', true],
      ['状态', '成功', false],
      ['unknown', '1', true],
    ])
  })
})
