import { expect, test } from 'vitest'
import type { Session } from '../../api/session.ts'
import { isRelationDisabled, offersOf } from './offers.ts'

const inOrg = (is_root: boolean): Session => ({
  orgs: [],
  roles: [],
  perms: 0,
  role: 0,
  isSuperAdmin: true,
  org: { id: '1', name: 'o', is_default: false, is_root },
})
const at = (is_root: boolean) => ({ item: { id: '1', can_update: false }, session: inOrg(is_root), reload: () => {} })
const on = { shown: true, enabled: true }

test('DETAIL-06 DETAIL-07 DETAIL-10 a detail page offers update and delete', () => {
  expect(offersOf({}, at(false))).toEqual({ update: on, delete: on })
})

test('ROOTORG-05 update is unavailable in the root organisation, delete is not', () => {
  expect(offersOf({}, at(true))).toEqual({ update: { shown: true, enabled: false }, delete: on })
})

test('DETAIL-11 DETAIL-12 a page may say otherwise of both', () => {
  const spec = { canUpdate: true, delete: false }
  expect(offersOf(spec, at(true))).toEqual({ update: on, delete: { shown: false, enabled: true } })
  const asked = offersOf({ canUpdate: ({ item }) => item.can_update, canDelete: () => false }, at(false))
  expect([asked.update.enabled, asked.delete.enabled]).toEqual([false, false])
})

test('ROOTORG-02 relation cards are disabled in the root organisation, unless the screen says otherwise', () => {
  expect(isRelationDisabled(undefined, inOrg(true))).toBe(true)
  expect(isRelationDisabled(undefined, inOrg(false))).toBe(false)
  expect(isRelationDisabled(false, inOrg(true))).toBe(false)
})
