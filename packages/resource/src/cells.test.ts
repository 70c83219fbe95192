import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnFinder, columnTitle, fromCell, sheetColumns, toCell } from './cells.ts'
import { display, organisationFields } from './fields/derived.ts'
import { file } from './fields/file.ts'
import { id, serial } from './fields/id.ts'
import { secret } from './fields/secret.ts'
import { dateCreated } from './fields/stamp.ts'
import { text } from './fields/text.ts'
import { readerIn } from './fields/trial.ts'
import { label } from './label.ts'

const fields = {
  id: id(),
  name: text(label('名称', 'Name'), { required: true }),
  platform_display: display('platform', label('系统平台', 'Platform')),
  platform: text(label('系统平台', 'Platform')),
  password: secret(label('密码', 'Password')),
  upload: file(label('文件', 'File')),
  date_created: dateCreated(),
  ...organisationFields,
}

describe('the columns of a sheet', () => {
  test('are what can be read', () => {
    expect(sheetColumns({ fields }, 'export')).toEqual([
      'id',
      'name',
      'platform_display',
      'platform',
      'upload',
      'date_created',
      'org_name',
    ])
  })
  test('of a template are what can be filled in', () => {
    expect(sheetColumns({ fields }, 'import')).toEqual(['name', 'platform', 'password'])
    expect(sheetColumns({ fields }, 'update')).toEqual(['id', 'name', 'platform', 'password'])
    expect(sheetColumns({ fields: { ...fields, id: serial() } }, 'update')[0]).toBe('id')
  })
  test('have titles; a star marks what must be filled in', () => {
    expect(columnTitle(fields.name, readerIn('en'))).toBe('*Name')
    expect(columnTitle(fields.name, readerIn('zh'))).toBe('*名称')
    expect(columnTitle(fields.date_created, readerIn('en'))).toBe('Date created')
  })
})

describe('a column', () => {
  const find = columnFinder(fields)
  test.each(['Name', '名称', 'name', '*Name', '名称*', ' * Name ', '**名称'])('called %j is the name', (title) => {
    expect(find(title)).toBe('name')
  })
  test.each(['Nam', '', 'constructor', '__proto__', 'toString'])('called %j is unknown', (title) => {
    expect(find(title)).toBeUndefined()
  })
  test('whose title two fields share is the one that can be filled in', () => {
    expect(find('Platform')).toBe('platform')
    expect(find('platform_display')).toBe('platform_display')
  })
  test('called like one field and labelled like another is the one of that name', () => {
    const both = { a: text(label('b', 'b')), b: text(label('乙', 'B')) }
    expect(columnFinder(both)('b')).toBe('b')
  })
})

describe('a cell', () => {
  test('holds lists and objects as JSON', () => {
    expect([toCell(null), toCell(undefined), toCell(0), toCell(false), toCell('')]).toEqual([null, null, 0, false, ''])
    expect(toCell(['a', 'b'])).toBe('["a","b"]')
    expect(toCell({ a: 1 })).toBe('{"a":1}')
  })
  test('is read as JSON where it is a list or an object, in any quotes', () => {
    expect(fromCell('["a"]')).toEqual(['a'])
    expect(fromCell(" ['a', 'b'] ")).toEqual(['a', 'b'])
    expect(fromCell('[“a”，]')).toBe('[“a”，]')
    expect(fromCell('{‘a’: “b”}')).toEqual({ a: 'b' })
    expect(fromCell('["it\'s"]')).toEqual(["it's"])
    expect(fromCell('[1')).toBe('[1')
    expect(fromCell('plain')).toBe('plain')
  })
  test('brings every list and object back', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
        expect(fromCell(String(toCell(value)))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
