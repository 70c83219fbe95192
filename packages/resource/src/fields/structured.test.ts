import { describe, expect, test } from 'vitest'
import { label } from '../label.ts'
import type { Secret } from '../secret.ts'
import { integer, port } from './number.ts'
import { secret } from './secret.ts'
import { json, list, object } from './structured.ts'
import { text } from './text.ts'
import { readerIn, reasons, taken } from './trial.ts'

const named = label('设置', 'Options')
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])

describe('free JSON', () => {
  test.each([null, true, 0, '', 'text', [], {}, { a: [{ b: null }] }, 'a \\u0000 that is only spelt'])(
    'takes %j',
    (value) => {
      expect(taken(json(named), value)).toEqual(value)
    },
  )
  test('holds only what jsonb holds, in its keys too', () => {
    expect(reasons(json(named), ['a\0'])).toEqual(['Null characters are not allowed.'])
    expect(reasons(json(named), { 'a\0': 1 })).toEqual(['Null characters are not allowed.'])
    expect(reasons(json(named), { a: [{ b: '\ud800' }] })).toEqual(['Incomplete characters are not allowed.'])
    expect(reasons(json(named), { '\udc00': 1 }, 'zh')).toEqual(['包含不完整的字符。'])
  })
  test('is nested 32 deep at most, and as wide as it likes', () => {
    expect(taken(json(named), nested(32))).toEqual(nested(32))
    expect(reasons(json(named), nested(33))).toEqual(['Value must be valid JSON.'])
    expect(reasons(json(named), nested(5_000), 'zh')).toEqual(['值必须是有效的 JSON 数据。'])
    const wide = Array.from({ length: 500_000 }, (_, i) => i)
    expect(taken(json(named), wide)).toBe(wide)
  })
})

describe('a list', () => {
  const ports = list(named, port(label('端口', 'Port')))
  test('parses each of its items', () => {
    expect(taken(ports, ['22', 3389])).toEqual([22, 3389])
    expect(taken(ports, [])).toEqual([])
  })
  test('names the items that are wrong', () => {
    expect(reasons(ports, [22, 0, 'x'])).toEqual({ 1: ['Port Error, please check'], 2: ['Port Error, please check'] })
    expect(reasons(ports, [0], 'zh')).toEqual({ 0: ['端口错误，请检查'] })
    expect(reasons(ports, '22')).toEqual(['Expected a list of items.'])
  })
})

describe('an object', () => {
  const parts = object(named, {
    host: text(label('主机', 'Host'), { required: true, max: 10 }),
    port: port(label('端口', 'Port'), { default: 22 }),
    size: integer(label('大小', 'Size')),
    note: text(label('备注', 'Comment')),
    key: secret(label('密钥', 'Key')),
    since: text(label('日期', 'Date'), { default: (now: Date) => now.toISOString() }),
  })
  test('has its parts and no others', () => {
    expect(taken(parts, { host: ' a ', port: '80', evil: 1, __proto__: { size: 9 } })).toEqual({
      host: 'a',
      port: 80,
      note: '',
      since: '2021-04-14T02:32:25.000Z',
    })
  })
  test('a part left empty has its default, and a blank number is none', () => {
    expect(taken(parts, { host: 'a', port: '', size: '', note: '', since: 'then', key: '' })).toEqual({
      host: 'a',
      port: 22,
      size: null,
      note: '',
      since: 'then',
    })
  })
  test('names the parts that are wrong', () => {
    expect(reasons(parts, { port: 0 })).toEqual({
      host: ['This field is required.'],
      port: ['Port Error, please check'],
    })
    expect(reasons(parts, [], 'zh')).toEqual(['期望为一个字典。'])
  })
  test('[T52] never shows a part that is write only', () => {
    const stored = taken(parts, { host: 'a', key: 'hunter2', since: '' }) as Record<string, unknown>
    expect(JSON.stringify(stored)).not.toContain('hunter2')
    expect((stored.key as Secret).reveal()).toBe('hunter2')
    expect((taken(parts, stored) as typeof stored).key).toBe(stored.key)
    expect(parts.show!(stored, readerIn('en'))).toEqual({ host: 'a', port: 22, note: '', since: '' })
  })
  test('[T52] holds no secret where it would not be sealed, nor one that must be sent again', () => {
    const key = secret(label('密钥', 'Key'))
    expect(() => list(named, key)).toThrow('item stands too deep')
    expect(() => list(named, object(named, { key }))).toThrow('key stands too deep')
    expect(() => object(named, { deep: object(named, { key }) })).toThrow('key stands too deep')
    expect(() => object(named, { key: secret(named, { required: true }) })).toThrow('cannot be required')
  })
})
