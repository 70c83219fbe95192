import { expect, test } from 'vitest'
import { leaves } from './leaving.ts'

const at = (pathname: string, search = '') => ({ pathname, search })

test('another page or another tab leaves a form, a page number does not', () => {
  expect(leaves(at('/users/create'), at('/users'))).toBe(true)
  expect(leaves(at('/settings', '?activeTab=Basic'), at('/settings', '?activeTab=Email'))).toBe(true)
  expect(leaves(at('/settings'), at('/settings', '?page=2'))).toBe(false)
})
