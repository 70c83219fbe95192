import { describe, expect, test } from 'vitest'
import { label } from '../label.ts'
import { float, integer, PORT, port, priority } from './number.ts'
import { reasons, taken } from './trial.ts'

const named = label('数量', 'Amount')

describe('whole numbers', () => {
  test.each([
    [7, 7],
    ['7', 7],
    [' -7 ', -7],
    ['1e3', 1_000],
    ['5.0', 5],
    [2_147_483_647, 2_147_483_647],
  ])('%j is %d', (raw, value) => {
    expect(taken(integer(named), raw)).toBe(value)
  })

  test.each(['7a', '', '0x10', 'NaN', 'Infinity', '1e400', 1.5, true, [], {}, '１'])('%j is none', (raw) => {
    expect(reasons(integer(named), raw)).toEqual(['A valid integer is required.'])
    expect(reasons(integer(named), raw, 'zh')).toEqual(['请填写合法的整数值。'])
  })

  test('stay in their limits, and in what a column holds', () => {
    const few = integer(named, { min: 1, max: 9 })
    expect(reasons(few, 0)).toEqual(['Ensure this value is greater than or equal to 1.'])
    expect(reasons(few, 10)).toEqual(['Ensure this value is less than or equal to 9.'])
    expect(reasons(few, 0, 'zh')).toEqual(['请确保该值大于或者等于 1。'])
    expect(reasons(few, 10, 'zh')).toEqual(['请确保该值小于或者等于 9。'])
    expect(reasons(integer(named), 2_147_483_648)).toEqual(['Ensure this value is less than or equal to 2147483647.'])
    expect(reasons(integer(named), -2_147_483_649)).toEqual([
      'Ensure this value is greater than or equal to -2147483648.',
    ])
  })
})

describe('numbers', () => {
  test('have fractions', () => {
    expect(taken(float(named), '1.5e-3')).toBe(0.0015)
    expect(reasons(float(named), 'x')).toEqual(['A valid number is required.'])
    expect(reasons(float(named), 'x', 'zh')).toEqual(['请填写合法的数字。'])
    expect(reasons(float(named), Number.NaN)).toEqual(['A valid number is required.'])
  })
  test('stay in their limits', () => {
    expect(reasons(float(named, { max: 0.5 }), 0.6)).toEqual(['Ensure this value is less than or equal to 0.5.'])
  })
})

describe('[VALID-01] a priority', () => {
  test('is 1 to 100, and 50 where nobody says', () => {
    expect([taken(priority(), 1), taken(priority(), '100')]).toEqual([1, 100])
    expect(reasons(priority(), 0)).toEqual(['Ensure this value is greater than or equal to 1.'])
    expect(reasons(priority(), 101)).toEqual(['Ensure this value is less than or equal to 100.'])
    expect(priority().default).toBe(50)
  })
})

describe('[VALID-08] a port', () => {
  test('that is none says so in its own words', () => {
    const one = port(label('端口', 'Port'))
    expect(taken(one, String(PORT.max))).toBe(65_535)
    for (const raw of [0, 65_536, -1, 'ssh', 1.5]) {
      expect(reasons(one, raw)).toEqual(['Port Error, please check'])
      expect(reasons(one, raw, 'zh')).toEqual(['端口错误，请检查'])
    }
  })
})
