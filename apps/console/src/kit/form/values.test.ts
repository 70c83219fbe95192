import { expect, test } from 'vitest'
import { creating, someFields, updating } from './builders.ts'
import { isDirty, payloadOf, sourceOf, startValues, targetOf, trimmed } from './values.ts'

const url = '/api/v1/users/users/'

test('FORM-01 GCALL-11 a form without an id posts to the list', () => {
  expect(targetOf({ url })).toEqual({ method: 'POST', url })
})

test('FORM-02 GCALL-12 a form with an id puts to the object', () => {
  expect(targetOf({ url }, '7')).toEqual({ method: 'PUT', url: `${url}7/` })
  expect(targetOf({ url: `${url}?type=s3` }, '7').url).toBe(`${url}7/?type=s3`)
  expect(targetOf({ url, partial: true }, '7')).toEqual({ method: 'PATCH', url: `${url}7/` })
})

test('FORM-14 GCALL-13 GCALL-14 a clone is read from the object it copies, an update from the object itself', () => {
  expect(sourceOf(url, { cloneFrom: '7' })).toBe(`${url}7/`)
  expect(sourceOf(url, { id: '8' })).toBe(`${url}8/`)
  expect(sourceOf(url, {})).toBeUndefined()
})

test('META-11 defaults come from the metadata, after what the screen starts with', () => {
  const fields = someFields(
    { is_active: { type: 'boolean', default: true }, level: { type: 'integer', default: 0 }, name: { max_length: 9 } },
    { field: { name: { initial: 'first' } } },
  )
  expect(startValues(fields, { kind: 'new' })).toEqual({ is_active: true, level: 0, name: 'first' })
  expect(startValues(fields, { kind: 'new', initial: { is_active: false } })).toMatchObject({ is_active: false })
})

test('META-11 an object without a value gets the default, one with null does not', () => {
  const fields = someFields({ level: { type: 'integer', default: 3 }, comment: { default: 'none' } })
  expect(startValues(fields, { kind: 'existing', item: { id: '1', comment: null } })).toEqual({ level: 3, comment: '' })
})

test('FORM-14 a clone says what it was cloned from, and takes nothing from the screen', () => {
  const fields = someFields({ name: { max_length: 9 }, comment: {} })
  const start = startValues(fields, { kind: 'clone', item: { id: '1', name: 'web', comment: 'x' } })
  expect(start).toEqual({ name: '克隆自 web', comment: 'x' })
})

test('FORM-15 text is given on trimmed, a password as it was typed', () => {
  const fields = someFields({ name: { max_length: 9 }, comment: {}, password: {} })
  expect(trimmed(fields, { name: ' a b ', comment: 'x\n', password: ' p ' })).toEqual({
    name: 'a b',
    comment: 'x',
    password: ' p ',
  })
})

test('a form is changed by values, not by blanks around them or by nothing instead of nothing', () => {
  const fields = someFields({ name: { max_length: 9 }, groups: { type: 'field' } })
  const start = { name: 'a', groups: undefined }
  expect(isDirty(fields, { name: 'a ', groups: [] }, start)).toBe(false)
  expect(isDirty(fields, { name: 'b', groups: undefined }, start)).toBe(true)
  expect(isDirty(fields, { name: 'a', groups: ['1'] }, start)).toBe(true)
})

test('hidden fields are sent, fields that were never set are not, and what was taken away is told', () => {
  const fields = someFields(
    { name: { max_length: 9 }, mode: { max_length: 9 }, port: { type: 'integer' }, comment: {} },
    { field: { mode: { hidden: () => true } } },
  )
  const raw = { name: ' a ', mode: 'kept', port: undefined, comment: '' }
  expect(payloadOf(fields, { raw, start: {} }, undefined, creating)).toEqual({ name: 'a', mode: 'kept' })
  expect(payloadOf(fields, { raw, start: { port: 22, comment: 'x' } }, undefined, updating)).toEqual({
    name: 'a',
    mode: 'kept',
    port: null,
    comment: '',
  })
})

test('a choice of many that was emptied is an empty list, a choice of one is nothing', () => {
  const options = { url: '/api/v1/users/users/' }
  const fields = someFields(
    { users: { type: 'field' }, owner: { type: 'field' } },
    { field: { users: { options: { ...options, multiple: true } }, owner: { options } } },
  )
  const start = { users: ['1'], owner: '1' }
  expect(payloadOf(fields, { raw: { users: [], owner: '' }, start }, undefined, updating)).toEqual({
    users: [],
    owner: null,
  })
})

test('the screen has the last word on what is sent', () => {
  const fields = someFields({ name: { max_length: 9 } })
  const clean = (values: Record<string, any>) => ({ ...values, is_first_login: false })
  expect(payloadOf(fields, { raw: { name: 'a' }, start: {} }, clean, creating)).toEqual({
    name: 'a',
    is_first_login: false,
  })
})

test('fields inside a nested object stand in the form and go back into it', () => {
  const fields = someFields({
    attrs: { type: 'nested object', children: { host: meta('host'), port: { ...meta('port'), type: 'integer' } } },
  })
  expect(fields.map(({ name }) => name)).toEqual(['attrs.host', 'attrs.port'])
  const raw = startValues(fields, { kind: 'existing', item: { id: '1', attrs: { host: 'db', port: 1 } } })
  expect(payloadOf(fields, { raw, start: raw }, undefined, updating)).toEqual({ attrs: { host: 'db', port: 1 } })
})

test('JSON is shown as text and sent as what it means', () => {
  const fields = someFields({ meta: { type: 'json' } })
  const raw = startValues(fields, { kind: 'existing', item: { id: '1', meta: { a: [1] } } })
  expect(raw.meta).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(payloadOf(fields, { raw, start: raw }, undefined, updating)).toEqual({ meta: { a: [1] } })
})

const meta = (label: string) => ({
  type: 'string',
  required: false,
  read_only: false,
  write_only: false,
  label,
  max_length: 9,
})

test('a choice of the empty text is sent as it is', () => {
  const choices = ['', 'utf8'].map((value) => ({ value, display_name: value || 'As the others' }))
  const fields = someFields({
    charset: { type: 'choice', choices },
    mode: { type: 'choice', choices: choices.slice(1) },
  })
  const raw = { charset: '', mode: undefined }
  expect(payloadOf(fields, { raw, start: raw }, undefined, updating)).toEqual({ charset: '', mode: null })
})
