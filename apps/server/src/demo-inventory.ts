// Something to manage in the demo: hosts on a tree, accounts, applications, rules. Names tell what they show.
import { SHOP } from './demo-database.ts'

type Add = (path: string, body: object) => Promise<string>

export interface Cast {
  /** Ids by username. */
  readonly people: ReadonlyMap<string, string>
  /** Ids of groups by name. */
  readonly groups: ReadonlyMap<string, string>
  /** Where the host of the demo listens, on this machine. */
  readonly hostPort: number
  /** The same for its database. */
  readonly databasePort: number
}

/** Somebody who tries them should know that it is not their fault. */
const SILENT = '示例数据，没有真实主机 / sample data, there is no real host'

const hosts = (prefix: string, count: number, place: string, net: string, more: object = {}) =>
  Array.from({ length: count }, (_, i) => ({
    hostname: `${prefix}-${String(i + 1).padStart(2, '0')}`,
    ip: `${net}.${i + 10}`,
    platform: 'Linux',
    protocols: ['ssh/22'],
    nodes_display: [place],
    vendor: 'KVM',
    cpu_vcpus: 2 + (i % 3) * 2,
    memory: `${4 + (i % 4) * 4}.00 G`,
    disk_total: '100.00 G',
    os: 'Debian',
    os_version: '12',
    os_arch: 'x86_64',
    comment: SILENT,
    ...more,
  }))

/** The research centre: two sites, one of them behind a gateway. */
export const equipResearch = async (add: Add, { people, groups, hostPort, databasePort }: Cast): Promise<void> => {
  const root = await add('assets/admin-users', { name: 'root', username: 'root', password: 'demo-root-password' })
  const domain = await add('assets/domains', {
    name: '上海机房 Shanghai',
    comment: '通过网关访问 / reached through a gateway',
  })
  await add('assets/gateways', {
    name: 'sh-gw-01',
    ip: '10.20.0.1',
    port: 22,
    username: 'jump',
    password: 'demo_jump',
    domain,
  })
  const prod = await add('assets/labels', { name: 'env', value: 'prod' })
  const test = await add('assets/labels', { name: 'env', value: 'test' })
  const ids: string[] = []
  for (const host of [
    ...hosts('web', 6, '/北京 Beijing/Web', '10.10.1', { labels: [prod] }),
    ...hosts('db', 3, '/北京 Beijing/数据库 Database', '10.10.2', { labels: [prod] }),
    ...hosts('ci', 4, '/测试 Testing', '10.30.1', { labels: [test] }),
    ...hosts('sh-app', 5, '/上海 Shanghai/应用 Apps', '10.20.1', { domain, labels: [prod] }),
    ...hosts('win', 2, '/上海 Shanghai/桌面 Desktops', '10.20.5', {
      domain,
      platform: 'Windows2016',
      protocols: ['rdp/3389'],
      os: 'Windows',
    }),
  ])
    ids.push(await add('assets/assets', { ...host, admin_user: root }))
  const filter = await add('assets/cmd-filters', { name: '危险命令 Dangerous commands' })
  await add('assets/cmd-filter-rules', {
    filter,
    type: 'command',
    content: 'rm\nreboot\nshutdown\ndrop\ntruncate',
    priority: 90,
    action: 0,
  })
  const ops = await add('assets/system-users', {
    name: '运维 ops',
    username: 'ops',
    protocol: 'ssh',
    password: 'demo-ops-password',
    auto_push: false,
    cmd_filters: [filter],
  })
  const developer = await add('assets/system-users', {
    name: '本人 own name',
    protocol: 'ssh',
    login_mode: 'manual',
    username_same_with_user: true,
  })
  const desktop = await add('assets/system-users', {
    name: '桌面 desktop',
    username: 'Administrator',
    protocol: 'rdp',
    login_mode: 'manual',
  })
  const reader = await add('assets/system-users', {
    name: 'orders 只读 read only',
    username: 'ro',
    protocol: 'mysql',
    password: 'demo-ro-password',
  })
  const orders = await add('applications/applications', {
    name: 'orders',
    category: 'db',
    type: 'mysql',
    attrs: { host: '10.10.2.10', port: 3306, database: 'orders' },
    comment: SILENT,
  })
  const ann = people.get('ann')!
  const li = people.get('li')!
  const demoHost = await add('assets/assets', {
    ...hosts('demo', 1, '/演示 Demo', '127.0.0')[0],
    hostname: 'demo-host',
    ip: '127.0.0.1',
    protocols: [`ssh/${hostPort}`],
    comment: '真正应答的主机 / a host that really answers',
    admin_user: root,
  })
  const guest = await add('assets/system-users', {
    name: '演示 demo',
    username: 'demo',
    protocol: 'ssh',
    password: 'demo-host-password',
    auto_push: false,
    cmd_filters: [filter],
  })
  const team = groups.get('运维 Operations')!
  const first = ids.slice(0, 2)
  await add('perms/asset-permissions', {
    name: '运维：全部服务器 Operations: all servers',
    user_groups: [team],
    assets: ids.slice(0, 18),
    system_users: [ops],
  })
  await add('perms/asset-permissions', {
    name: '演示主机 The demo host',
    users: [ann, li],
    user_groups: [team],
    assets: [demoHost],
    system_users: [guest],
  })
  await add('perms/asset-permissions', {
    name: 'Ann：两台 Web Two web servers',
    users: [ann],
    assets: first,
    system_users: [developer],
    actions: ['connect', 'updownload'],
  })
  await add('perms/asset-permissions', {
    name: 'Ann：桌面（已停用） Desktops, not active',
    users: [ann],
    assets: ids.slice(-2),
    system_users: [desktop],
    is_active: false,
  })
  const clerk = await add('assets/system-users', {
    name: '演示 shop clerk',
    username: SHOP.username,
    protocol: 'postgresql',
    password: SHOP.password,
    cmd_filters: [filter],
  })
  const shop = await add('applications/applications', {
    name: 'demo-shop',
    category: 'db',
    type: 'postgresql',
    attrs: { host: '127.0.0.1', port: databasePort, database: SHOP.database },
    comment: '真正应答的数据库 / a database that really answers',
  })
  await add('perms/application-permissions', {
    name: '演示数据库 The demo database',
    category: 'db',
    type: 'postgresql',
    users: [ann, li],
    user_groups: [team],
    applications: [shop],
    system_users: [clerk],
  })
  await add('perms/application-permissions', {
    name: 'Ann：订单库只读 Orders, read only',
    category: 'db',
    type: 'mysql',
    users: [ann],
    applications: [orders],
    system_users: [reader],
  })
}

/** The finance centre is small, and its own. */
export const equipFinance = async (add: Add, { people, groups }: Cast): Promise<void> => {
  const root = await add('assets/admin-users', { name: 'root', username: 'root', password: 'demo-root-password' })
  const ids: string[] = []
  for (const host of hosts('ledger', 3, '/总账 Ledger', '10.50.1'))
    ids.push(await add('assets/assets', { ...host, admin_user: root }))
  const account = await add('assets/system-users', {
    name: '财务 finance',
    username: 'fin',
    protocol: 'ssh',
    password: 'demo-fin-password',
    auto_push: false,
  })
  await add('perms/asset-permissions', {
    name: 'DBA：总账 Ledger',
    user_groups: [groups.get('DBA')!],
    users: [people.get('wu')!],
    assets: ids,
    system_users: [account],
  })
}
