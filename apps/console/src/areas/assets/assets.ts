// Assets: the hosts that people reach, on the nodes of a tree.
import { patch } from '../../api/client.ts'
import { changed } from '../../api/resource.ts'
import { inRootOrg } from '../../api/session.ts'
import type { BulkContext, FieldSpec, PagesSpec } from '../../kit/spec.ts'
import { notify } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { AssetAccounts } from './asset-accounts.tsx'
import { AssetSide } from './asset-side.tsx'
import {
  ADMIN_USERS,
  ASSETS,
  DOMAINS,
  hostAndIp,
  LABELS,
  nameAndLogin,
  nameAndValue,
  nodeOptions,
  PLATFORMS,
} from './places.ts'
import { protocolsProblem } from './protocols.ts'
import { ProtocolsInput } from './protocols-input.tsx'
import { reachabilityColumn } from './reachability-column.tsx'
import { words } from './words.ts'

/** By its name, as the server has it. */
export const platform: FieldSpec = {
  options: { url: PLATFORMS, keyOf: ({ name }) => name, labelOf: ({ name }) => name, multiple: false },
  initial: 'Linux',
}
const protocols: FieldSpec = { input: ProtocolsInput, initial: ['ssh/22'], validate: protocolsProblem }
const domain: FieldSpec = { options: { url: `${DOMAINS}?fields_size=mini`, multiple: false } }
const adminUser: FieldSpec = {
  options: { url: `${ADMIN_USERS}?fields_size=mini`, multiple: false, labelOf: nameAndLogin },
  required: true,
}
const labels: FieldSpec = { options: { url: LABELS, multiple: true, labelOf: nameAndValue } }

export const assetPages: PagesSpec = {
  path: 'assets/assets',
  name: 'Asset',
  titles: { list: words.assets, create: words.createAsset, detail: words.assetDetail, update: words.updateAsset },
  menu: { group: 'assets', order: 10 },
  finds: { icon: 'server', nameOf: ({ hostname }) => hostname, hintOf: ({ ip }) => ip },
  list: {
    columns: [
      'hostname',
      'ip',
      'public_ip',
      'admin_user_display',
      'protocols',
      'platform',
      'hardware_info',
      'model',
      'cpu_model',
      'cpu_cores',
      'cpu_count',
      'cpu_vcpus',
      'disk_info',
      'disk_total',
      'memory',
      'os',
      'os_arch',
      'os_version',
      'number',
      'vendor',
      'sn',
      'connectivity',
      'is_active',
      'created_by',
      'date_created',
      'comment',
      'org_name',
      'actions',
    ],
    show: {
      default: ['hostname', 'ip', 'hardware_info', 'connectivity', 'actions'],
      min: ['hostname', 'ip', 'actions'],
    },
    column: { ip: { width: 140 }, connectivity: reachabilityColumn },
    search: { options: [{ key: 'label', label: words.label }] },
    help: words.assetsHelp,
    bulk: {
      update: {
        can: ({ session }) => !inRootOrg(session),
        fields: ['platform', 'protocols', 'domain', 'admin_user', 'labels', 'comment'],
        field: { platform, protocols, domain, admin_user: adminUser, labels },
      },
      more: [
        { key: 'deactivate', text: words.deactivateSelected, run: (context) => activate(context, false) },
        { key: 'activate', text: words.activateSelected, run: (context) => activate(context, true) },
      ],
    },
  },
  form: {
    groups: [
      { title: words.basic, fields: ['hostname', 'ip', 'platform', 'public_ip', 'domain'] },
      { title: words.protocols, fields: ['protocols'] },
      { title: words.auth, fields: ['admin_user'] },
      { title: words.node, fields: ['nodes'] },
      { title: words.label, fields: ['labels'] },
      { title: words.other, fields: ['is_active', 'comment'] },
    ],
    field: {
      ip: { label: words.ipDomain },
      platform,
      domain,
      protocols,
      admin_user: adminUser,
      nodes: { options: nodeOptions, required: true },
      labels,
      is_active: { initial: true },
    },
  },
  detail: {
    titleOf: hostAndIp,
    facts: [
      'hostname',
      'ip',
      'protocols',
      'public_ip',
      { label: words.adminUser, value: (asset) => asset.admin_user_display },
      { label: words.domain, value: (asset) => asset.domain_display },
      'vendor',
      'model',
      'cpu_model',
      'memory',
      'disk_info',
      'platform',
      { label: words.os, value: ({ os, os_version, os_arch }) => [os, os_version, os_arch].filter(Boolean).join(' ') },
      'is_active',
      'sn',
      'number',
      'date_created',
      'created_by',
      'comment',
    ],
    labels: { cpu_model: words.cpu, disk_info: words.disk, date_created: words.dateJoined },
    Side: AssetSide,
    tabs: [{ key: 'AssetUserList', title: words.accountsOfAsset, Body: AssetAccounts }],
  },
}

async function activate({ rows, reload }: BulkContext, is_active: boolean): Promise<void> {
  await patch(
    ASSETS,
    rows.map(({ id }) => ({ id, is_active })),
  )
  reload()
  void changed(ASSETS)
  notify.success(common.updateSuccess)
}
