import { expect, test } from 'vitest'
import { aMeta } from './builders.ts'
import { behaviours, controlOf } from './controls.ts'

const choices = (n: number) => Array.from({ length: n }, (_, i) => ({ value: i, display_name: `${i}` }))

test.each([
  [
    'META-03 CONST-21 five choices become a searchable select',
    'role',
    { type: 'choice', choices: choices(5) },
    'select',
  ],
  ['META-04 CONST-21 four choices become radios', 'role', { type: 'choice', choices: choices(4) }, 'radios'],
  ['one choice becomes radios', 'role', { type: 'choice', choices: choices(1) }, 'radios'],
  [
    'several of four choices become checkboxes',
    'roles',
    { type: 'multiple choice', choices: choices(4) },
    'checkboxes',
  ],
  [
    'several of five choices become a searchable select',
    'r',
    { type: 'multiple choice', choices: choices(5) },
    'picks',
  ],
  ['META-05 a string without max length becomes a textarea', 'text', {}, 'textarea'],
  ['a string with max length is an input', 'name', { max_length: 128 }, 'text'],
  ['META-06 a write-only string is a password input', 'secret', { write_only: true, max_length: 9 }, 'password'],
  ['META-07 a field named email gets the email type', 'email', { max_length: 9 }, 'email'],
  ['META-08 a field named password gets the password type', 'password', { max_length: 9 }, 'password'],
  ['META-09 a field named comment gets a textarea', 'comment', { max_length: 9 }, 'textarea'],
  ['META-10 email wins over the missing max length', 'email', {}, 'email'],
  ['META-10 write-only wins over the missing max length', 'token', { write_only: true }, 'password'],
  ['META-10 password wins over the missing max length', 'password', {}, 'password'],
  ['the name counts inside a nested object too', 'attrs.password', {}, 'password'],
  ['a boolean is a checkbox', 'is_active', { type: 'boolean' }, 'checkbox'],
  ['a moment is a date-time input', 'date_expired', { type: 'datetime' }, 'datetime'],
  ['a number is a number input', 'port', { type: 'integer' }, 'number'],
  ['a list is rows', 'ip_group', { type: 'list' }, 'rows'],
  ['a dictionary is JSON', 'attrs', { type: 'nested object' }, 'json'],
  ['a relation without a list to choose from is an input', 'domain', { type: 'field' }, 'text'],
] as const)('%s', (_, name, meta, control) => {
  expect(controlOf(name, aMeta(meta))).toBe(control)
})

test('what the screen says wins over what the metadata says', () => {
  expect(controlOf('groups', aMeta({ type: 'field' }), { options: { url: '/api/v1/users/groups/' } })).toBe('remote')
  expect(controlOf('public_key', aMeta({ write_only: true }), { rows: 3 })).toBe('textarea')
  expect(controlOf('password', aMeta(), { input: () => null })).toBe('own')
})

test('META-02 typed inputs are asked when they are left, choices when they change', () => {
  const asked = (when: string) =>
    Object.entries(behaviours).flatMap(([control, { asks }]) => (asks === when ? [control] : []))
  expect(asked('blur').sort()).toEqual(['email', 'json', 'number', 'own', 'password', 'text', 'textarea', 'url'])
  expect(asked('change')).toContain('radios')
  expect(asked('change')).toContain('select')
})
