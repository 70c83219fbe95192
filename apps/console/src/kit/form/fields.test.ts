import { expect, test } from 'vitest'
import { someFields } from './builders.ts'

test('[META-05] a string without a length gets room; one that only the screen knows is a line', () => {
  const fields = someFields(
    { note: {}, name: { max_length: 9 } },
    { names: ['note', 'name', 'again'], field: { again: { meta: {} } } },
  )
  expect(fields.map(({ name, control }) => [name, control])).toEqual([
    ['note', 'textarea'],
    ['name', 'text'],
    ['again', 'text'],
  ])
})

test('a name that neither the server nor the screen describes is left out', () => {
  expect(someFields({ name: {} }, { names: ['name', 'gone'] }).map(({ name }) => name)).toEqual(['name'])
})

test('a field may be required or closed by what others hold', () => {
  const [name] = someFields(
    { name: {} },
    { field: { name: { required: ({ mode }) => mode === 'auto', disabled: ({ values }) => values.same === true } } },
  )
  expect(name).toMatchObject({ required: false, disabled: false })
  expect(name?.beside({ mode: 'auto', same: true })).toMatchObject({ required: true, disabled: true })
})
