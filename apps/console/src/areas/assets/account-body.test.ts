import { expect, test } from 'vitest'
import { accountBody } from './account-body.ts'

const account = { id: 'a_b', asset: 'b', username: 'root', hostname: 'web-01' }

test('[AUSER-03] [AUSER-04] password and key are sent only when not empty', () => {
  expect(accountBody(account, { password: '', key: '' })).toEqual({ asset: 'b', username: 'root' })
  expect(accountBody(account, { password: 'p', key: '' })).toEqual({ asset: 'b', username: 'root', password: 'p' })
  expect(accountBody(account, { password: '', key: 'k' })).toMatchObject({ key: 'k' })
  expect(accountBody(account, { password: '', key: 'k' })).not.toHaveProperty('password')
})
