import { BIT } from '@drawbridge/model/access'
import { createElement } from 'react'
import type { RouteSpec } from '../../kit/route.ts'
import { RANGE_DAYS, SESSIONS, TERMINALS } from './places.ts'
import { type Kind, kinds } from './storage-kinds.ts'
import { words } from './words.ts'

const needs = BIT.audit

/** Other components open in windows of their own; the time in the address keeps old copies away. */
const elsewhere = (path: string, name: string, title: RouteSpec['title'], order: number, to: string): RouteSpec => ({
  path,
  name,
  title,
  mode: 'admin',
  menu: { group: 'terminal', order },
  external: () => `${to}?_=${Date.now()}`,
})

const formsOf = (kind: Kind, path: string): RouteSpec[] => {
  const load = async () => {
    const { StorageForm } = await import('./storage-form.tsx')
    return () => createElement(StorageForm, { kind })
  }
  const { name, create, update } = kinds[kind]
  return [
    { path: `${path}/create`, name: `${name}Create`, title: create, needs: BIT.super, load },
    { path: `${path}/:id/update`, name: `${name}Update`, title: update, needs: BIT.super, load },
  ]
}

export const terminalRoutes: RouteSpec[] = [
  { path: 'terminal', name: 'Sessions', title: words.sessions, needs, redirect: () => '/terminal/session' },
  {
    path: 'terminal/session',
    name: 'SessionList',
    title: words.sessions,
    needs,
    menu: { group: 'terminal', order: 10, also: ['terminal/sessions'] },
    prefetch: [{ url: SESSIONS, query: { is_finished: '0' }, range: RANGE_DAYS }],
    load: async () => (await import('./sessions.tsx')).SessionList,
  },
  {
    path: 'terminal/sessions/:id',
    name: 'SessionDetail',
    title: words.sessionDetail,
    needs,
    load: async () => (await import('./session-detail.tsx')).SessionDetail,
  },
  {
    path: 'terminal/command',
    name: 'CommandList',
    title: words.commands,
    needs,
    menu: { group: 'terminal', order: 20 },
    load: async () => (await import('./commands.tsx')).CommandList,
  },
  elsewhere('terminal/web-terminal', 'WebTerminal', words.webTerminal, 30, '/luna/'),
  elsewhere('terminal/file-manager', 'FileManager', words.fileManager, 40, '/koko/elfinder/sftp/'),
  {
    path: 'terminal/terminal',
    name: 'TerminalList',
    title: words.terminals,
    needs: BIT.super,
    menu: {
      group: 'terminal',
      order: 50,
      also: ['terminal/storages', 'terminal/replay-storage', 'terminal/command-storage'],
    },
    prefetch: [TERMINALS],
    load: async () => (await import('./terminals.tsx')).TerminalList,
  },
  {
    path: 'terminal/terminal/:id',
    name: 'TerminalDetail',
    title: words.terminalDetail,
    needs: BIT.super,
    load: async () => (await import('./terminals.tsx')).TerminalDetail,
  },
  {
    path: 'terminal/terminal/:id/update',
    name: 'TerminalUpdate',
    title: words.terminalUpdate,
    needs: BIT.super,
    load: async () => (await import('./terminals.tsx')).TerminalUpdate,
  },
  {
    path: 'terminal/storages',
    name: 'Storage',
    title: words.storage,
    needs: BIT.super,
    load: async () => (await import('./storages.tsx')).StorageList,
  },
  ...formsOf('replay', 'terminal/replay-storage'),
  ...formsOf('command', 'terminal/command-storage'),
]
