import { expect, test } from 'vitest'
import { definePages } from './pages.tsx'

const title = (en: string) => ({ zh: en, en })
const titles = { list: title('Groups'), create: title('c'), detail: title('d'), update: title('u') }
const base = { path: 'users/groups', name: 'UserGroup', titles, menu: { group: 'users', order: 20 } } as const

test('[ROUTE-04] [ROUTE-09] [ROUTE-10] [ROUTE-11] [ROUTE-12] [ROUTE-13] one declaration gives list, create, update and detail, named so that they find each other', () => {
  const routes = definePages({
    ...base,
    needs: 16,
    licensed: true,
    list: { columns: ['name'] },
    form: { groups: [] },
    detail: {},
  })
  expect(routes.map(({ path, name }) => [path, name])).toEqual([
    ['users/groups', 'UserGroupList'],
    ['users/groups/create', 'UserGroupCreate'],
    ['users/groups/:id/update', 'UserGroupUpdate'],
    ['users/groups/:id', 'UserGroupDetail'],
  ])
  expect(routes.every(({ needs, licensed }) => needs === 16 && licensed)).toBe(true)
  expect(routes.filter(({ menu }) => menu).map(({ name }) => name)).toEqual(['UserGroupList'])
  expect(routes[0]?.prefetch).toMatchObject([{ url: '/api/v1/users/groups/' }])
})

test('what an entity does not have, it has no route for', () => {
  const routes = definePages({ ...base, list: { columns: [], url: '/api/v1/x/' }, form: false, detail: false })
  expect(routes.map(({ name }) => name)).toEqual(['UserGroupList'])
  expect(routes[0]?.prefetch).toMatchObject([{ url: '/api/v1/x/' }])
})
