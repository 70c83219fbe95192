// Organisations: the walls between people, assets and rules. For system administrators of licensed installations.
import { BIT } from '@drawbridge/model/access'
import type { PagesSpec } from '../../kit/spec.ts'
import { deleteOrg, deletionWarning, forgetOrg, rememberOrg } from './changes.ts'
import { Membership } from './membership.tsx'
import { AMOUNTS, kinds, words } from './words.ts'

const ORGS = '/api/v1/orgs/orgs/'

/** As much as their headings need, in either language. */
const WIDTHS: Partial<Record<(typeof AMOUNTS)[number], number>> = {
  admin_users_amount: 104,
  system_users_amount: 96,
  asset_perms_amount: 106,
  app_perms_amount: 100,
}

const amountColumns = AMOUNTS.map((name) => `resource_statistics.${name}`)

export const orgPages: PagesSpec = {
  path: 'xpack/orgs',
  name: 'Organization',
  titles: { list: words.orgs, create: words.createOrg, detail: words.orgDetail, update: words.updateOrg },
  needs: BIT.super,
  licensed: true,
  menu: { group: 'xpack', order: 50 },
  list: {
    url: ORGS,
    columns: ['name', ...amountColumns, 'comment', 'actions'],
    column: Object.fromEntries(
      AMOUNTS.map((name) => [
        `resource_statistics.${name}`,
        { label: kinds[name], align: 'right' as const, width: WIDTHS[name] ?? 80 },
      ]),
    ),
    canCreate: true,
    selection: false,
    export: false,
    import: false,
    rowActions: {
      canUpdate: true,
      canClone: true,
      delete: false,
      more: [
        {
          key: 'delete',
          text: words.delete,
          order: 20,
          danger: true,
          can: ({ row }) => !row.is_default,
          run: ({ row, reload }) => deleteOrg(row, reload),
        },
      ],
    },
    bulk: { delete: false },
  },
  form: {
    url: ORGS,
    groups: [{ title: words.basic, fields: ['name', 'comment'] }],
    saved: rememberOrg,
  },
  detail: {
    url: (id) => `${ORGS}${id}/`,
    facts: [
      'name',
      'created_by',
      ...AMOUNTS.map((name) => ({ label: words[name], value: (org: any) => org.resource_statistics?.[name] ?? 0 })),
      'date_created',
      'comment',
    ],
    canUpdate: true,
    canDelete: ({ item }) => !item.is_default,
    confirmDelete: deletionWarning,
    deleted: ({ id }) => forgetOrg(id),
    tabs: [{ key: 'OrganizationMembershipList', title: words.membership, Body: Membership }],
  },
}
