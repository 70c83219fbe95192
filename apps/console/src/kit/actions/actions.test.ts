import { describe, expect, test } from 'vitest'
import type { Session } from '../../api/session.ts'
import type { RowAction, RowContext } from '../spec.ts'
import { offeredActions, splitActions } from './actions.ts'

const session = (isRoot = false): Session => ({
  org: { id: 'o', name: 'o', is_default: false, is_root: isRoot },
  orgs: [],
  roles: [],
  perms: 0,
  role: 0,
  isSuperAdmin: false,
})
const at = (isRoot = false): RowContext => ({ row: { id: '1', name: 'one' }, session: session(isRoot), reload() {} })
const nothing = () => undefined
const runs = { update: nothing, clone: nothing, delete: nothing }
const extra = (key: string, more: Partial<RowAction> = {}): RowAction => ({
  key,
  text: { zh: key, en: key },
  run: nothing,
  ...more,
})
const keys = (actions: readonly { key: string }[]) => actions.map(({ key }) => key)

describe('row actions', () => {
  test('ROWACT-01 ROWACT-02 ROWACT-03 update, delete and clone, in this order, then those of the screen', () => {
    const actions = offeredActions({ more: [extra('test'), extra('first', { order: 1 })] }, at(), runs)
    expect(keys(actions)).toEqual(['first', 'update', 'delete', 'clone', 'test'])
  })
  test('ROOTORG-03 ROOTORG-04 in the root organisation update and clone are off, delete is not', () => {
    const off = offeredActions({}, at(true), runs).filter(({ disabled }) => disabled)
    expect(keys(off)).toEqual(['update', 'clone'])
    expect(offeredActions({}, at(), runs).some(({ disabled }) => disabled)).toBe(false)
  })
  test('a screen says otherwise', () => {
    const actions = offeredActions(
      { canUpdate: true, clone: false, delete: ({ row }) => row.name === 'two' },
      at(true),
      runs,
    )
    expect(actions).toMatchObject([{ key: 'update', disabled: false }])
  })
  test('what leads nowhere is not offered', () => {
    expect(keys(offeredActions({}, at(), { delete: nothing }))).toEqual(['delete'])
  })
  test('ROWACT-04 of more than two the first is shown, the others are under More', () => {
    const { shown, tucked } = splitActions(offeredActions({}, at(), runs))
    expect([keys(shown), keys(tucked)]).toEqual([['update'], ['delete', 'clone']])
  })
  test('ROWACT-05 two or fewer are all shown', () => {
    const { shown, tucked } = splitActions(offeredActions({ clone: false }, at(), runs))
    expect([keys(shown), keys(tucked)]).toEqual([['update', 'delete'], []])
  })
})
