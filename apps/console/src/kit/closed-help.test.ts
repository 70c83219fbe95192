import { expect, test } from 'vitest'
import { pageOf } from './closed-help.ts'

test('pages of one kind are one page, with a slash at the end or without', () => {
  expect(pageOf('/assets/assets/')).toBe('/assets/assets')
  expect(pageOf('/assets/assets/01890a5d-ac96-774b-bcce-b302099a8057/update')).toBe('/assets/assets/:id/update')
})
