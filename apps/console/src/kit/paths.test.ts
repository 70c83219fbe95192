import { beforeEach, expect, test, vi } from 'vitest'
import { findPath, pathTo, registerRoutes, routeNamed } from './paths.ts'

const title = { zh: '用户', en: 'User' }

beforeEach(() => {
  registerRoutes([
    { path: 'users/users', name: 'UserList', title },
    { path: 'users/users/:id/update', name: 'UserUpdate', title },
    { path: 'ops/celery/task/:id/log/', name: 'CeleryTaskLog', title },
  ])
})

test('a path is found by name, with its parameters and without empty query values', () => {
  expect(pathTo('UserUpdate', { id: 'a b' }, { activeTab: 'info', page: undefined, size: '' })).toBe(
    '/users/users/a%20b/update?activeTab=info',
  )
  expect(pathTo('CeleryTaskLog', { id: '1' })).toBe('/ops/celery/task/1/log')
  expect(routeNamed('UserList')?.path).toBe('users/users')
})

test('[ROUTE-20] a route that is not there is no link, and is logged where somebody must go somewhere', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(findPath('UserDetail', { id: '1' })).toBeUndefined()
  expect(warn).not.toHaveBeenCalled()
  expect(pathTo('UserDetail', { id: '1' })).toBe('/404')
  expect(warn).toHaveBeenCalledWith('No route found: UserDetail')
})

test('routes of another role replace those of before', () => {
  registerRoutes([{ path: 'dashboard', name: 'Dashboard', title }])
  expect(findPath('UserList')).toBeUndefined()
  expect(findPath('Dashboard')).toBe('/dashboard')
})
