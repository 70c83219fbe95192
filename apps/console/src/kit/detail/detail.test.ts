import { expect, test } from 'vitest'
import type { FieldMeta } from '../spec.ts'
import { detailTitle, detailUrl, factNames, factOf } from './detail.ts'

const meta = (facts: Partial<FieldMeta> = {}): FieldMeta => ({
  type: 'string',
  required: false,
  read_only: false,
  write_only: false,
  label: '',
  ...facts,
})

test('GCALL-01 an object is read from the address of its screen', () => {
  expect(detailUrl('/users/users/7')).toBe('/api/v1/users/users/7/')
  expect(detailUrl('/users/users/7/')).toBe('/api/v1/users/users/7/')
})

test('GCALL-02 organisations are read from their own address', () => {
  expect(detailUrl('/xpack/orgs/7')).toBe('/api/v1/orgs/orgs/7/')
  expect(detailUrl('/terminal/borgs/7')).toBe('/api/v1/terminal/borgs/7/')
})

test('DETAIL-02 the title is that of the route without the word for detail, and the name', () => {
  expect(detailTitle('用户详情', '张三')).toBe('用户: 张三')
  expect(detailTitle('User detail', 'Zhang San')).toBe('User: Zhang San')
  expect(detailTitle('Detail', 'x')).toBe('x')
})

test('DETAIL-03 DETAIL-04 CONST-34 a title has at most 80 characters, and only a longer one an ellipsis', () => {
  const fits = detailTitle('用户详情', 'a'.repeat(76))
  expect([...fits]).toHaveLength(80)
  expect(fits.endsWith('a')).toBe(true)
  const cut = detailTitle('用户详情', '😀'.repeat(77))
  expect([...cut]).toHaveLength(81)
  expect(cut.endsWith('😀…')).toBe(true)
})

test('DETAIL-08 the rows are what can be read, the id aside, nothing twice', () => {
  const names = factNames({
    id: meta(),
    name: meta(),
    role: meta(),
    role_display: meta(),
    password: meta({ write_only: true }),
  })
  expect(names).toEqual(['name', 'role'])
})

test('DETAIL-09 booleans are flags, also those that are false', () => {
  expect(factOf({ id: '1', is_active: false }, 'is_active')).toEqual({ kind: 'flag', on: false })
})

test('what is shown is what people read: displays, choices, moments, lists, insides', () => {
  const item = {
    id: '1',
    role: 'Admin',
    role_display: '管理员',
    level: 2,
    at: '2026-07-01 00:00:00 +0800',
    groups: [{ id: '2', name: 'ops' }],
    attrs: { host: 'db' },
    empty: '',
    none: [],
  }
  expect(factOf(item, 'role')).toEqual({ kind: 'text', text: '管理员' })
  const choices = [{ value: 2, display_name: 'Two' }]
  expect(factOf(item, 'level', meta({ choices }))).toEqual({ kind: 'text', text: 'Two' })
  expect(factOf(item, 'at', meta({ type: 'datetime' }))).toEqual({ kind: 'moment', at: item.at })
  expect(factOf(item, 'groups')).toEqual({ kind: 'list', texts: ['ops'] })
  expect(factOf(item, 'attrs.host')).toEqual({ kind: 'text', text: 'db' })
  expect(factOf(item, 'empty')).toEqual({ kind: 'nothing' })
  expect(factOf(item, 'none')).toEqual({ kind: 'nothing' })
  expect(factOf(item, 'missing')).toEqual({ kind: 'nothing' })
})
