import { BIT } from '@drawbridge/model/access'
import type { RouteSpec } from '../../kit/route.ts'
import { TABS } from './tabs.ts'
import { words } from './words.ts'

const needs = BIT.super

export const settingsRoutes: RouteSpec[] = [
  {
    path: 'settings',
    name: 'Settings',
    title: words.settings,
    needs,
    menu: { group: 'settings', order: 10 },
    load: async () => (await import('./settings.tsx')).Settings,
  },
  ...TABS.map(
    ({ key, path, title }): RouteSpec => ({
      path: `settings/${path}`,
      name: `Settings${key}`,
      title,
      needs,
      redirect: () => `/settings?activeTab=${key}`,
    }),
  ),
]
