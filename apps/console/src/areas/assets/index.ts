import { definePages } from '../../kit/pages.tsx'
import type { RouteSpec } from '../../kit/route.ts'
import { adminUserPages } from './admin-users.ts'
import { assetPages } from './assets.ts'
import { cmdFilterPages } from './cmd-filters.tsx'
import { domainPages } from './domains.tsx'
import { labelPages } from './labels.ts'
import { platformPages } from './platforms.ts'
import { systemUserPages } from './system-users.tsx'
import { words } from './words.ts'

/** Screens that are more than their declaration. */
const own: Readonly<Record<string, RouteSpec['load']>> = {
  AssetList: async () => (await import('./asset-list.tsx')).AssetList,
  AssetCreate: async () => (await import('./asset-form.tsx')).AssetCreate,
  SystemUserCreate: async () => (await import('./system-user-screen.tsx')).SystemUserForm,
  SystemUserUpdate: async () => (await import('./system-user-screen.tsx')).SystemUserForm,
}

const loadGateway = async () => (await import('./gateway-form.tsx')).GatewayForm
const loadRule = async () => (await import('./rule-form.tsx')).RuleForm

const pages = [
  assetPages,
  domainPages,
  adminUserPages,
  systemUserPages,
  cmdFilterPages,
  platformPages,
  labelPages,
].flatMap(definePages)

export const assetRoutes: RouteSpec[] = [
  { path: 'assets', name: 'Assets', title: words.assets, redirect: () => '/assets/assets' },
  ...pages.map((route) => ({ ...route, load: own[route.name] ?? route.load })),
  {
    path: 'assets/assets/detail/:id/update',
    name: 'AssetMoreInformationEdit',
    title: words.moreInformation,
    load: async () => (await import('./more-information.tsx')).MoreInformation,
  },
  {
    path: 'assets/detail/:id/update',
    name: 'AssetMoreInformation',
    title: words.moreInformation,
    redirect: ({ id = '' }) => `/assets/assets/detail/${encodeURIComponent(id)}/update`,
  },
  { path: 'assets/gateways/create', name: 'GatewayCreate', title: words.createGateway, load: loadGateway },
  { path: 'assets/gateways/:id/update', name: 'GatewayUpdate', title: words.updateGateway, load: loadGateway },
  {
    path: 'assets/command-filter-rules/create',
    name: 'CommandFilterRulesCreate',
    title: words.createRule,
    load: loadRule,
  },
  {
    path: 'assets/command-filter-rules/:id/update',
    name: 'CommandFilterRulesUpdate',
    title: words.updateRule,
    load: loadRule,
  },
]
