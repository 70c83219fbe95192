import { can } from '../../api/session.ts'
import { definePages } from '../../kit/pages.tsx'
import type { RouteSpec } from '../../kit/route.ts'
import { appRuleList } from './app-rules.tsx'
import { assetRuleList } from './asset-rules.tsx'
import { CAPABILITY } from './why.ts'
import { whyWords } from './why-words.ts'
import { words } from './words.ts'

const { name: _, ...listed } = assetRuleList

const assetRules = definePages({
  path: 'perms/asset-permissions',
  name: 'AssetPermission',
  titles: {
    list: words.assetPerms,
    create: words.createAssetPerm,
    detail: words.assetPermDetail,
    update: words.updateAssetPerm,
  },
  menu: { group: 'perms', order: 10 },
  finds: { icon: 'lock' },
  list: listed,
  form: { groups: [] },
  detail: {},
})

const appRules = definePages({
  path: 'perms/app-permissions',
  name: 'ApplicationPermission',
  titles: {
    list: words.appPerms,
    create: words.createAppPerm,
    detail: words.appPermDetail,
    update: words.updateAppPerm,
  },
  menu: { group: 'perms', order: 20 },
  finds: { icon: 'lock' },
  list: appRuleList,
  form: { groups: [] },
  detail: {},
})

const screens: Readonly<Record<string, Partial<RouteSpec>>> = {
  AssetPermissionList: { load: async () => (await import('./asset-rule-list.tsx')).AssetRuleList },
  AssetPermissionCreate: { load: async () => (await import('./asset-rule-form.tsx')).AssetRuleForm },
  AssetPermissionUpdate: {
    // Singular, as its users know it; the plural leads there.
    path: 'perms/asset-permission/:id/update',
    load: async () => (await import('./asset-rule-form.tsx')).AssetRuleForm,
  },
  AssetPermissionDetail: { load: async () => (await import('./asset-rule-detail.tsx')).AssetRuleDetail },
  ApplicationPermissionCreate: { load: async () => (await import('./app-rule-form.tsx')).AppRuleForm },
  ApplicationPermissionDetail: { load: async () => (await import('./app-rule-detail.tsx')).AppRuleDetail },
  ApplicationPermissionUpdate: { load: async () => (await import('./app-rule-form.tsx')).AppRuleForm },
}

export const permRoutes: RouteSpec[] = [
  { path: 'perms', name: 'Perms', title: words.perms, redirect: () => '/perms/asset-permissions/' },
  ...[...assetRules, ...appRules].map((route) => ({ ...route, ...screens[route.name] })),
  {
    path: 'perms/asset-permissions/:id/update',
    name: 'AssetPermissionUpdatePlural',
    title: words.updateAssetPerm,
    redirect: ({ id }) => `/perms/asset-permission/${id}/update`,
  },
  {
    path: 'perms/why',
    name: 'AccessWhy',
    title: whyWords.title,
    menu: { group: 'perms', order: 30 },
    hidden: (session) => !can(CAPABILITY, session),
    load: async () => (await import('./why-page.tsx')).WhyPage,
  },
]
