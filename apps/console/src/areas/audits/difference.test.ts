import { expect, test } from 'vitest'
import { linesOf, referencesIn } from './difference.ts'

test('fields and choices are told by their names in the language of the reader', () => {
  expect(linesOf('User', { role: ['User', 'Admin'], is_active: [true, false] }, new Map(), 'zh')).toEqual([
    { name: 'role', label: '系统角色', before: '用户', after: '系统管理员' },
    { name: 'is_active', label: '激活', before: '是', after: '否' },
  ])
  expect(linesOf('用户', { role: ['User', 'Admin'] }, new Map(), 'en')[0]).toEqual({
    name: 'role',
    label: 'Super role',
    before: 'User',
    after: 'System administrator',
  })
})

test('a list tells who came and who went, by name where the name is known', () => {
  const names = new Map([['1', 'DBA']])
  expect(
    linesOf(
      'User',
      {
        groups: [
          ['2', '3'],
          ['1', '3'],
        ],
      },
      names,
      'en',
    ),
  ).toEqual([{ name: 'groups', label: 'User group', added: ['DBA'], removed: ['2'] }])
})

test('a secret shows that it changed, never more', () => {
  expect(linesOf('User', { password: ['••••••', '••••••'] }, new Map(), 'en')[0]).toMatchObject({
    before: '（已隐藏）',
    after: '（已隐藏）',
  })
})

test('what was empty and stays empty is no change', () => {
  expect(linesOf('User', { groups: [null, []], wechat: [null, ''], name: [null, 'Ann'] }, new Map(), 'en')).toEqual([
    { name: 'name', label: 'Name', before: undefined, after: 'Ann' },
  ])
})

test('settings and types that nobody knows are told all the same', () => {
  expect(linesOf('Setting', { SECURITY_MFA_AUTH: [false, true] }, new Map(), 'en')[0]?.label).toBe('Global MFA auth')
  expect(linesOf('gone/things', { colour: ['red', 'blue'] }, new Map(), 'en')).toEqual([
    { name: 'colour', label: 'colour', before: 'red', after: 'blue' },
  ])
})

test('references are asked for where they live', () => {
  const diff = { groups: [['1'], ['1', '2']], name: ['a', 'b'] } as const
  expect([...referencesIn('User', diff as never)]).toEqual([['users/groups', ['1', '1', '2']]])
})
