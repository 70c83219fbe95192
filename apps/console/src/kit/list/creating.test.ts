import { expect, test } from 'vitest'
import type { Session } from '../../api/session.ts'
import { canCreate, offersCreate } from './creating.ts'

const session = (isRoot: boolean): Session => ({
  org: { id: 'o', name: 'o', is_default: false, is_root: isRoot },
  orgs: [],
  roles: [],
  perms: 0,
  role: 0,
  isSuperAdmin: false,
})

test('LIST-03 ROOTORG-01 the create button is there, and off in the root organisation unless the screen says otherwise', () => {
  expect(offersCreate({}, session(true))).toBe(true)
  expect(canCreate({}, session(false))).toBe(true)
  expect(canCreate({}, session(true))).toBe(false)
  expect(canCreate({ canCreate: true }, session(true))).toBe(true)
  expect(offersCreate({ create: ({ org }) => !org?.is_root }, session(true))).toBe(false)
})
