import { expect, test } from 'vitest'
import { REDIRECT_MS } from '../limits.ts'
import type { FormSpec } from '../spec.ts'
import { offersMore, offersReset, savedName, savedText, wayOn } from './after-save.ts'

const spec: FormSpec = { url: '/api/v1/users/groups/', name: 'UserGroupCreate', groups: [] }
const saved = { id: '1', name: 'ops' }

test('FORM-03 FORM-06 after a save the way leads to the list', () => {
  expect(wayOn(spec, 'save', saved, '/users/groups')).toBe('/users/groups')
})

test('FORM-04 after save-and-continue the form stays, and the area still hears of it', () => {
  const heard: string[] = []
  const afterSave = ({ id }: { id: string }) => `/elsewhere/${heard.push(id)}`
  expect(wayOn({ ...spec, afterSave }, 'more', saved, '/users/groups')).toBeUndefined()
  expect(heard).toEqual(['1'])
  expect(wayOn({ ...spec, afterSave }, 'save', saved, '/users/groups')).toBe('/elsewhere/2')
})

test('a form of the one object stays, and so does one that says so', () => {
  expect(wayOn({ ...spec, single: true }, 'save', saved, '/users/groups')).toBeUndefined()
  expect(wayOn({ ...spec, afterSave: 'stay' }, 'save', saved, '/users/groups')).toBeUndefined()
})

test('FORM-05 save-and-continue is offered on create only', () => {
  expect(offersMore(spec, 'create')).toBe(true)
  expect(offersMore(spec, 'update')).toBe(false)
  expect(offersMore({ ...spec, hasSaveAndAdd: false }, 'create')).toBe(false)
})

test('FORM-09 reset is offered on update only', () => {
  expect([offersReset('create'), offersReset('update')]).toEqual([false, true])
})

test('FORM-07 CONST-27 the way on begins 100 ms after the save', () => {
  expect(REDIRECT_MS).toBe(100)
})

test('FORM-08 the message names the object that its link leads to', () => {
  expect(savedName(saved)).toBe('ops')
  expect(savedName({ id: '1', hostname: 'web' })).toBe('web')
  expect(savedName({ id: '1' })).toBe('资源')
  expect([savedText('create', 'save'), savedText('create', 'more'), savedText('update', 'save')]).toEqual([
    '创建成功',
    '创建成功，更新内容后可以继续添加',
    '更新成功',
  ])
})
