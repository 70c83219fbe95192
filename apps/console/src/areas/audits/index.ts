import { BIT } from '@drawbridge/model/access'
import type { RouteSpec } from '../../kit/route.ts'
import { words } from './words.ts'

const needs = BIT.audit

export const auditRoutes: RouteSpec[] = [
  { path: 'audits', name: 'Audits', title: words.loginLog, needs, redirect: () => '/audits/login-log' },
  {
    path: 'audits/login-log',
    name: 'LoginLog',
    title: words.loginLog,
    needs,
    menu: { group: 'audits', order: 10 },
    load: async () => (await import('./logs.tsx')).LoginLog,
  },
  {
    path: 'audits/operate-log',
    name: 'OperateLog',
    title: words.operateLog,
    needs,
    menu: { group: 'audits', order: 30 },
    load: async () => (await import('./logs.tsx')).OperateLog,
  },
  {
    path: 'audits/password-change-log',
    name: 'PasswordChangeLog',
    title: words.passwordLog,
    needs,
    menu: { group: 'audits', order: 40 },
    load: async () => (await import('./logs.tsx')).PasswordChangeLog,
  },
]
