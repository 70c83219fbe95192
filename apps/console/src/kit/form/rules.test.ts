import { expect, test } from 'vitest'
import { Failure } from '../../api/failure.ts'
import { someFields } from './builders.ts'
import { problemsOf, refusalOf } from './rules.ts'

test('META-01 FORM-20 a required field left empty says so', () => {
  const fields = someFields({ name: { required: true, max_length: 9 }, groups: { type: 'field', required: true } })
  const required = '这个字段是必填项'
  expect(problemsOf(fields, { name: '', groups: [] })).toEqual({ name: required, groups: required })
  expect(problemsOf(fields, { name: 'a', groups: ['1'] })).toEqual({})
})

test('a required checkbox may be unticked', () => {
  expect(problemsOf(someFields({ on: { type: 'boolean', required: true } }), { on: false })).toEqual({})
})

test('hidden and disabled fields are not asked', () => {
  const fields = someFields(
    { a: { required: true }, b: { required: true }, c: { required: true, read_only: true } },
    { field: { a: { hidden: (values) => values.b === 'x' }, b: { disabled: true } } },
  )
  expect(problemsOf(fields, { b: 'x' })).toEqual({})
  expect(problemsOf(fields, { b: 'y' })).toHaveProperty('a')
})

test.each([
  ['an address without @', { email: {} }, { email: 'ops' }, true],
  ['an address', { email: {} }, { email: 'ops@example.com' }, false],
  ['text over the limit', { name: { max_length: 2 } }, { name: 'abc' }, true],
  ['two emoji are two characters', { name: { max_length: 2 } }, { name: '😀😀' }, false],
  ['a number over the limit', { priority: { type: 'integer', min_value: 1, max_value: 100 } }, { priority: 101 }, true],
  ['VALID-01 priority 0', { priority: { type: 'integer', min_value: 1, max_value: 100 } }, { priority: 0 }, true],
  ['VALID-01 priority 100', { priority: { type: 'integer', min_value: 1, max_value: 100 } }, { priority: 100 }, false],
  ['half of an integer', { port: { type: 'integer' } }, { port: 1.5 }, true],
  ['broken JSON', { meta: { type: 'json' } }, { meta: '{' }, true],
] as const)('%s', (_, meta, values, refused) => {
  expect(Object.keys(problemsOf(someFields(meta), values)).length > 0).toBe(refused)
})

test('a rule of the screen sees all values', () => {
  const fields = someFields(
    { again: { max_length: 9 } },
    { field: { again: { validate: (value, values) => (value === values.password ? undefined : 'differs') } } },
  )
  expect(problemsOf(fields, { again: 'a', password: 'b' })).toEqual({ again: 'differs' })
})

const refused = (body: unknown, status = 400) => new Failure('refused', status, body)
const fields = someFields({
  name: { max_length: 9 },
  attrs: { type: 'json' },
  meta: {
    type: 'nested object',
    children: { host: { type: 'string', required: false, read_only: false, write_only: false, label: 'h' } },
  },
})

test('FORM-16 FORM-17 each key of a 400 goes to the field of that name, messages joined with semicolons', () => {
  expect(refusalOf(refused({ name: ['taken', 'too short'] }), fields)).toEqual({
    fields: { name: 'taken;too short' },
    others: [],
  })
})

test('FORM-18 nested problems are rendered as text', () => {
  expect(refusalOf(refused({ attrs: { port: ['bad'] } }), fields).fields).toEqual({ attrs: 'port: bad' })
})

test('nested problems go to nested fields where the form has them', () => {
  expect(refusalOf(refused({ meta: { host: ['bad'] } }), fields).fields).toEqual({ 'meta.host': 'bad' })
})

test('what no field can carry is told for the whole form', () => {
  expect(
    refusalOf(refused({ org_id: ['bad'], non_field_errors: ['a', 'b'], detail: 'no', code: 'x' }), fields),
  ).toEqual({
    fields: {},
    others: ['org_id: bad', 'a;b', 'no'],
  })
})

test('FORM-19 other failures put nothing into the form', () => {
  expect(refusalOf(refused({ name: ['x'] }, 500), fields)).toEqual({ fields: {}, others: [] })
  expect(refusalOf(new Failure('network'), fields)).toEqual({ fields: {}, others: [] })
})
