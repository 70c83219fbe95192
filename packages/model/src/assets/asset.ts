import {
  choice,
  commentLabel,
  computed,
  createdBy,
  dateCreated,
  defineResource,
  display,
  flag,
  id,
  integer,
  kept,
  label,
  list,
  port,
  ref,
  refs,
  refuse,
  serial,
  text,
  words,
} from '@drawbridge/resource'
import { hostProtocols, protocols } from './protocols.ts'

const places = refs('assets/nodes', label('节点', 'Nodes'), {
  through: 'assets/assets-nodes-relations',
  mine: 'asset',
  theirs: 'node',
})

/** An asset on no node could be reached from nowhere. */
const nodes: typeof places = {
  ...places,
  parse: (raw, reader) => {
    const ids = places.parse(raw, reader)
    return ids.length > 0 ? ids : refuse(words.emptyList)
  },
}

const count = (zh: string, en: string) => integer(label(zh, en), { nullable: true, min: 0 })
const fact = (zh: string, en: string, max: number) => text(label(zh, en), { max, nullable: true })

/** 0 unreachable, 1 reachable, 2 unknown. */
export type Reachability = 0 | 1 | 2
export interface Connectivity {
  readonly status: Reachability
  readonly datetime: string
}

export const asset = defineResource('assets/assets', {
  label: label('资产', 'Asset'),
  model: 'asset',
  title: '{hostname}({ip})',
  scope: 'organisation',
  may: { read: ['orgAdmin', 'app'], write: ['orgAdmin'] },
  order: ['hostname'],
  unique: [['hostname']],
  mini: ['id', 'hostname', 'ip'],
  small: [
    'id',
    'hostname',
    'ip',
    'protocols',
    'is_active',
    'public_ip',
    'number',
    'vendor',
    'model',
    'sn',
    'cpu_model',
    'cpu_count',
    'cpu_cores',
    'cpu_vcpus',
    'memory',
    'disk_total',
    'disk_info',
    'os',
    'os_version',
    'os_arch',
    'hostname_raw',
    'comment',
    'created_by',
    'date_created',
    'hardware_info',
  ],
  fields: {
    id: id(),
    hostname: text(label('主机名', 'Hostname'), { required: true, max: 128, filter: true, search: true, order: true }),
    ip: text(label('IP', 'IP'), { required: true, max: 128, filter: true, search: true, order: true }),
    protocol: choice(label('协议', 'Protocol'), hostProtocols, { writeOnly: true, stored: false }),
    port: port(label('端口', 'Port'), { writeOnly: true, stored: false }),
    protocols: protocols(),
    is_active: flag(label('激活', 'Is active'), { default: true, filter: true }),
    public_ip: fact('公网IP', 'Public IP', 128),
    number: fact('资产编号', 'Asset number', 32),
    vendor: fact('制造商', 'Vendor', 64),
    model: fact('型号', 'Model', 54),
    sn: fact('序列号', 'Serial number', 128),
    cpu_model: fact('CPU型号', 'CPU model', 64),
    cpu_count: count('CPU数量', 'CPU count'),
    cpu_cores: { ...count('CPU核数', 'CPU cores'), order: true },
    cpu_vcpus: count('CPU总数', 'CPU vcpus'),
    memory: fact('内存', 'Memory', 64),
    disk_total: fact('硬盘大小', 'Disk total', 1024),
    disk_info: fact('硬盘信息', 'Disk info', 1024),
    os: fact('操作系统', 'OS', 128),
    os_version: fact('系统版本', 'OS version', 16),
    os_arch: fact('系统架构', 'OS arch', 16),
    hostname_raw: fact('主机名原始', 'Hostname raw', 128),
    comment: text(commentLabel),
    created_by: createdBy(),
    date_created: dateCreated(),
    hardware_info: computed<string>('string', label('硬件信息', 'Hardware info')),
    admin_user: ref('assets/admin-users', label('管理用户', 'Admin user'), { nullable: true }),
    admin_user_display: display('admin_user', label('管理用户名称', 'Admin user name'), { template: '{name}' }),
    domain: ref('assets/domains', label('网域', 'Domain'), { nullable: true, filter: true, whenTargetGoes: 'empty' }),
    domain_display: display('domain', label('网域名称', 'Domain name')),
    // By its name, as people write it in a sheet.
    platform: ref('assets/platforms', label('系统平台', 'Platform'), { by: 'name', required: true, filter: true }),
    nodes,
    nodes_display: list(
      label('节点名称', 'Nodes name'),
      text(label('节点全称', 'Full name of the node'), { max: 4096 }),
      {
        stored: false,
        help: label(
          '例如 /Default/web，不存在的节点会被创建',
          'Such as /Default/web; nodes that do not exist are made',
        ),
      },
    ),
    labels: refs('assets/labels', label('标签', 'Labels'), {
      through: 'assets/assets-labels-relations',
      mine: 'asset',
      theirs: 'label',
    }),
    connectivity: computed<Connectivity>('nested object', label('可连接性', 'Connectivity')),
  },
  filters: {
    systemuser__id: ref('assets/system-users', label('系统用户', 'System user')),
    admin_user__id: ref('assets/admin-users', label('管理用户', 'Admin user')),
    platform__base: text(label('基础平台', 'Base platform')),
    protocols: text(label('协议', 'Protocols')),
    protocols__icontains: text(label('协议包含', 'Protocols contain')),
    node: text(label('节点', 'Node')),
    node_id: text(label('节点', 'Node')),
    all: flag(label('包含子节点', 'With the nodes below')),
    show_current_asset: flag(label('仅当前节点', 'Only this node')),
    label: text(label('标签（name:value）', 'Label as name:value')),
    ips: text(label('IP（逗号隔开）', 'IPs, separated by commas')),
  },
})

/** On which nodes an asset stands. */
export const placedAsset = defineResource('assets/assets-nodes-relations', {
  label: label('资产的节点', 'Node of an asset'),
  model: 'asset_nodes',
  title: '{asset} | {node}',
  scope: 'global',
  may: { read: [] },
  order: ['id'],
  unique: [['asset', 'node']],
  verbs: [],
  fields: {
    id: serial(),
    asset: ref('assets/assets', label('资产', 'Asset'), { required: true, whenTargetGoes: 'cascade' }),
    node: ref('assets/nodes', label('节点', 'Node'), { required: true }),
  },
  keeps: {
    /** The asset's own, again: a page of a node is read in the order of its names from an index alone. */
    hostname: kept('text', { default: '' }),
    /** Whether the asset stands on other nodes too: only then can it be counted twice. */
    shared: kept<boolean>('boolean', { default: false }),
  },
})
