import { expect, test } from 'vitest'
import { someFields } from './builders.ts'
import { draftOf, readDraft } from './draft.ts'
import { begin, change, hasChanges, leave, refuse, shownProblems, submit } from './form-state.ts'

const fields = someFields({
  name: { required: true, max_length: 9 },
  kind: { type: 'choice', required: true, choices: [{ value: 1, display_name: 'one' }] },
  password: { write_only: true, max_length: 99 },
})
const [name, kind] = fields as [(typeof fields)[0], (typeof fields)[0]]
const fresh = begin({ name: '', kind: undefined, password: '' })

test('META-02 a typed field is asked when it is left, not while it is typed in', () => {
  expect(shownProblems(change(fresh, name!, ''), fields)).toEqual({})
  expect(shownProblems(leave(fresh, name!), fields)).toHaveProperty('name')
})

test('META-02 a choice is asked when it changes', () => {
  expect(shownProblems(change(fresh, kind!, undefined), fields)).toHaveProperty('kind')
})

test('FORM-15 blanks stay while one types and go when the field is left', () => {
  const typing = change(fresh, name!, 'a ')
  expect(typing.raw.name).toBe('a ')
  expect(leave(typing, name!).raw.name).toBe('a')
})

test('FORM-11 FORM-12 submit asks every rule first and signals the first field that fails', () => {
  const result = submit(change(fresh, kind!, 1), fields)
  expect(result).toMatchObject({ kind: 'invalid', first: 'name' })
  expect(shownProblems(result.state, fields)).toHaveProperty('name')
})

test('FORM-13 a form that passes gives its values, trimmed', () => {
  const result = submit(change(change(fresh, kind!, 1), name!, ' a '), fields)
  expect(result).toMatchObject({ kind: 'values', values: { name: 'a', kind: 1 } })
})

test('what the server refused stays until that field changes, and nothing typed is lost', () => {
  const typed = change(change(fresh, name!, 'a'), kind!, 1)
  const refused = refuse(typed, { fields: { name: 'taken' }, others: ['no'] })
  expect(refused.raw).toEqual(typed.raw)
  expect(shownProblems(refused, fields)).toEqual({ name: 'taken' })
  expect(shownProblems(change(refused, name!, 'ab'), fields)).toEqual({})
})

test('a form is dirty from the first change to the way back', () => {
  expect(hasChanges(fresh, fields)).toBe(false)
  const typed = change(fresh, name!, 'a')
  expect(hasChanges(typed, fields)).toBe(true)
  expect(hasChanges(change(typed, name!, ''), fields)).toBe(false)
})

test('what was typed before the login ended comes back, for the same person and form, without secrets', () => {
  const draft = JSON.stringify(draftOf('/users/create', 'me', fields, { name: 'a', kind: 1, password: 'secret' }))
  expect(draft).not.toContain('secret')
  expect(readDraft(draft, '/users/create', 'me')).toEqual({ name: 'a', kind: 1 })
  expect(readDraft(draft, '/users/create', 'you')).toBeUndefined()
  expect(readDraft(draft, '/groups/create', 'me')).toBeUndefined()
  expect(readDraft('{', '/users/create', 'me')).toBeUndefined()
  expect(readDraft(null, '/users/create', 'me')).toBeUndefined()
})
