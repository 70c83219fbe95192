import { expect, test } from 'vitest'
import type { Session } from '../../api/session.ts'
import { canCreate, createItems, offersCreate } from './creating.ts'

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

test('several kinds stand in a menu, under their headings, without those that are not for who is here', () => {
  const t = (en: string) => ({ zh: en, en })
  const tools = t('Tools')
  const chosen: unknown[] = []
  const items = createItems(
    [
      { key: 'a', text: t('Hammer'), heading: tools, query: { type: 'a' } },
      { key: 'b', text: t('Anvil'), heading: tools, has: () => false, query: { type: 'b' } },
      { key: 'c', text: t('Bell'), query: { type: 'c' } },
    ],
    session(false),
    (query) => chosen.push(query),
  )
  expect(items).toMatchObject([{ heading: 'Tools' }, { key: 'a', text: 'Hammer' }, { key: 'c', text: 'Bell' }])
  for (const item of items) if (typeof item === 'object' && 'onSelect' in item) item.onSelect()
  expect(chosen).toEqual([{ type: 'a' }, { type: 'c' }])
})
