// Platforms: what kind of system an asset runs. Those that come with the product stay as they are.
import { BIT } from '@drawbridge/model/access'
import type { FieldSpec, PagesSpec } from '../../kit/spec.ts'
import { words } from './words.ts'

const choiceOf = (value: unknown, display_name: string) => ({ value, display_name })

const onlyWindows = ({ base }: Readonly<Record<string, any>>): boolean => base !== 'Windows'

const security: FieldSpec = {
  label: words.rdpSecurity,
  meta: {
    type: 'choice',
    choices: [choiceOf('rdp', 'RDP'), choiceOf('nla', 'NLA'), choiceOf('tls', 'TLS'), choiceOf('any', 'Any')],
  },
  initial: 'any',
  hidden: onlyWindows,
}

const consoleField: FieldSpec = {
  label: words.rdpConsole,
  meta: { type: 'boolean' },
  initial: true,
  hidden: onlyWindows,
}

export const platformPages: PagesSpec = {
  path: 'assets/platforms',
  name: 'Platform',
  titles: {
    list: words.platforms,
    create: words.createPlatform,
    detail: words.platformDetail,
    update: words.updatePlatform,
  },
  needs: BIT.super | BIT.admin,
  menu: { group: 'assets', order: 60 },
  list: {
    columns: ['name', 'base', 'comment', 'actions'],
    column: { base: { width: 140 } },
    selection: false,
    export: false,
    import: false,
    canCreate: true,
    rowActions: {
      canUpdate: ({ row }) => !row.internal,
      canDelete: ({ row }) => !row.internal,
      canClone: true,
    },
  },
  form: {
    groups: [{ title: words.basic, fields: ['name', 'base', 'charset', 'meta.security', 'meta.console', 'comment'] }],
    field: { 'meta.security': security, 'meta.console': consoleField },
    clean: ({ meta, ...rest }) => (rest.base === 'Windows' ? { ...rest, meta } : rest),
  },
  detail: {
    facts: [
      'name',
      { label: words.basePlatform, value: ({ base }) => base },
      'charset',
      { label: words.meta, value: ({ meta }) => (meta ? JSON.stringify(meta) : '') },
      'comment',
    ],
    update: ({ item }) => !item.internal,
    canUpdate: true,
    delete: ({ item }) => !item.internal,
  },
}
