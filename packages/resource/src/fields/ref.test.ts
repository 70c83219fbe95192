import { describe, expect, test } from 'vitest'
import { label } from '../label.ts'
import { id, serial } from './id.ts'
import { ref, refs } from './ref.ts'
import { reasons, taken } from './trial.ts'

const named = label('用户', 'User')
const ONE = '5b1c6f0e-2d3a-4f4b-9e0c-7a8b9c0d1e2f'
const TWO = '00000000-0000-0000-0000-000000000002'

describe('a key', () => {
  test('is known in every spelling', () => {
    for (const raw of [ONE, ONE.toUpperCase(), ONE.replaceAll('-', ''), ` ${ONE} `]) expect(taken(id(), raw)).toBe(ONE)
    expect(taken(id(), TWO)).toBe(TWO)
  })
  test.each(['', 'x', `${ONE}0`, `{${ONE}}`, 5, null, "' or 1=1 --"])('%j is none', (raw) => {
    expect(reasons(id(), raw)).toEqual(['Must be a valid UUID.'])
    expect(reasons(id(), raw, 'zh')).toEqual(['必须是有效的 UUID。'])
  })
  test('of a relation is a number', () => {
    expect([taken(serial(), '12'), taken(serial(), 0)]).toEqual([12, 0])
    for (const raw of ['x', -1, 1.5, '9007199254740993', {}])
      expect(reasons(serial(), raw)).toEqual(['A valid integer is required.'])
  })
})

describe('a reference', () => {
  test('is an id, or an object with one, as a form may send it', () => {
    const one = ref('users/users', named)
    expect(taken(one, ONE.toUpperCase())).toBe(ONE)
    expect(taken(one, { id: ONE, name: 'Ann' })).toBe(ONE)
    expect(one.whenTargetGoes).toBe('refuse')
  })
  test.each([
    ['ann', 'ann'],
    [5, '5'],
    [{ name: 'Ann' }, '{…}'],
    [{ id: null }, 'null'],
  ])('%j leads nowhere', (raw, told) => {
    expect(reasons(ref('users/users', named), raw)).toEqual([`Invalid pk "${told}" - object does not exist.`])
    expect(reasons(ref('users/users', named), raw, 'zh')).toEqual([`无效主键 “${told}” － 对象不存在。`])
  })
  test('to many is a set, kept by a third resource', () => {
    const many = refs('users/users', named, { through: 'a/links', mine: 'a', theirs: 'user' })
    expect(taken(many, [ONE, TWO, { id: ONE }])).toEqual([ONE, TWO])
    expect(reasons(many, ONE)).toEqual(['Expected a list of items.'])
    expect(reasons(many, [ONE, 'x'])).toEqual(['Invalid pk "x" - object does not exist.'])
    expect(many.stored).toBe(false)
  })
})
