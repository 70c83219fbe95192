import { BIT } from '@drawbridge/model/access'
import type { OpeningList, RouteSpec } from '../../kit/route.ts'
import { words } from './words.ts'

const needs = BIT.audit
const opening = (path: string): OpeningList => ({ url: `/api/v1/audits/${path}/`, range: true })

export const auditRoutes: RouteSpec[] = [
  { path: 'audits', name: 'Audits', title: words.loginLog, needs, redirect: () => '/audits/login-log' },
  {
    path: 'audits/login-log',
    name: 'LoginLog',
    title: words.loginLog,
    needs,
    menu: { group: 'audits', order: 10 },
    prefetch: [opening('login-logs')],
    load: async () => (await import('./logs.tsx')).LoginLog,
  },
  {
    path: 'audits/ftp-log',
    name: 'FtpLog',
    title: words.ftpLog,
    needs,
    menu: { group: 'audits', order: 20 },
    prefetch: [opening('ftp-logs')],
    load: async () => (await import('./logs.tsx')).FtpLog,
  },
  {
    path: 'audits/operate-log',
    name: 'OperateLog',
    title: words.operateLog,
    needs,
    menu: { group: 'audits', order: 30 },
    prefetch: [opening('operate-logs')],
    load: async () => (await import('./logs.tsx')).OperateLog,
  },
  {
    path: 'audits/password-change-log',
    name: 'PasswordChangeLog',
    title: words.passwordLog,
    needs,
    menu: { group: 'audits', order: 40 },
    prefetch: [opening('password-change-logs')],
    load: async () => (await import('./logs.tsx')).PasswordChangeLog,
  },
]
