import { describe, expect, test } from 'vitest'
import { label } from '../label.ts'
import { choice, choices } from './choice.ts'
import { flag, readFlag } from './flag.ts'
import { reasons, taken } from './trial.ts'

const named = label('角色', 'Role')
const roles = [
  ['Admin', label('管理员', 'Administrator')],
  ['User', label('用户', 'User')],
] as const
const levels = [
  [0, label('禁用', 'Disable')],
  [1, label('启用', 'Enable')],
] as const

describe('a choice', () => {
  test('is one of its options, in the spelling of the options', () => {
    expect(taken(choice(named, roles), ' Admin ')).toBe('Admin')
    expect(choice(named, roles).column).toBe('text')
  })
  test('of numbers is a number, also from a cell of a sheet', () => {
    expect(taken(choice(named, levels), '1')).toBe(1)
    expect(choice(named, levels).column).toBe('integer')
  })
  test.each([
    ['admin', 'admin'],
    [true, 'true'],
    [{ a: 1 }, '{…}'],
    [['Admin'], '[…]'],
    ['x'.repeat(5_000), `${'x'.repeat(100)}…`],
  ])('refuses %j', (raw, told) => {
    expect(reasons(choice(named, roles), raw)).toEqual([`"${told}" is not a valid choice.`])
    expect(reasons(choice(named, roles), raw, 'zh')).toEqual([`“${told}” 不是合法选项。`])
  })
  test('survives what is nested without end', () => {
    let deep: unknown = []
    for (let i = 0; i < 100_000; i++) deep = [deep]
    expect(reasons(choice(named, roles), deep)).toEqual(['"[…]" is not a valid choice.'])
  })
})

describe('several choices', () => {
  test('are a set', () => {
    expect(taken(choices(named, roles), ['User', 'Admin', 'User'])).toEqual(['User', 'Admin'])
    expect(taken(choices(named, roles), [])).toEqual([])
  })
  test('are a list of options', () => {
    expect(reasons(choices(named, roles), 'User')).toEqual(['Expected a list of items.'])
    expect(reasons(choices(named, roles), 'User', 'zh')).toEqual(['期望为一个列表。'])
    expect(reasons(choices(named, roles), ['Guest'])).toEqual(['"Guest" is not a valid choice.'])
  })
})

describe('a flag', () => {
  test.each([true, 1, '1', 'true', 'True', ' YES ', 'on'])('%j is true', (raw) => {
    expect(taken(flag(named), raw)).toBe(true)
  })
  test.each([false, 0, '0', 'false', 'FALSE', 'no', 'off'])('%j is false', (raw) => {
    expect(taken(flag(named), raw)).toBe(false)
  })
  test.each(['maybe', '', 2, -1, [], {}, 'constructor', '__proto__'])('%j is neither', (raw) => {
    expect(readFlag(raw)).toBeUndefined()
    expect(reasons(flag(named), raw)).toEqual(['Must be a valid boolean.'])
    expect(reasons(flag(named), raw, 'zh')).toEqual(['必须是有效的布尔值。'])
  })
})
