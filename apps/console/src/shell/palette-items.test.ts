import { describe, expect, it } from 'vitest'
import type { Session } from '../api/session.ts'
import type { RouteSpec } from '../kit/route.ts'
import { createScreens, findItems, openScreens, type PaletteItem } from './palette-items.ts'

const item = (zh: string, en: string, hint?: string): PaletteItem => ({
  key: en,
  title: { zh, en },
  hint,
  icon: 'file',
  run: () => undefined,
})
const items = [item('资产用户', 'Asset users'), item('用户列表', 'Users'), item('登录日志', 'Login logs', '日志审计')]
const found = (text: string) => findItems(items, text, 8).map(({ key }) => key)

describe('the quick search', () => {
  it('finds screens by their name in both languages, what begins so first', () => {
    expect(found('用户')).toEqual(['Users', 'Asset users'])
    expect(found('us')).toEqual(['Users', 'Asset users'])
    expect(found('LOGS login')).toEqual(['Login logs'])
    expect(found('审计')).toEqual(['Login logs'])
    expect(found('nothing like it')).toEqual([])
  })

  it('shows the first ones while nothing is typed', () => {
    expect(findItems(items, ' ', 2)).toHaveLength(2)
  })

  it('offers screens that need no object, and forms outside of the root organisation', () => {
    const title = { zh: '', en: '' }
    const routes: RouteSpec[] = [
      { path: 'users/users', name: 'UserList', title },
      { path: 'users/users/create', name: 'UserCreate', title },
      { path: 'users/users/:id', name: 'UserDetail', title },
      { path: 'audits', name: 'Audits', title, redirect: () => '/' },
    ]
    const inside = { org: { is_root: false } } as Session
    expect(openScreens(routes).map(({ name }) => name)).toEqual(['UserList'])
    expect(createScreens(routes, inside).map(({ name }) => name)).toEqual(['UserCreate'])
    expect(createScreens(routes, { org: { is_root: true } } as Session)).toEqual([])
  })
})
