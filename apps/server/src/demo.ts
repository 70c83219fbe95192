// People of every role, two organisations and an evaluation licence, to look around with. Made once; a second start finds them.
import { DEFAULT_ORG, DEFAULT_ORG_NAME, FIRST_ADMIN, type OrgRole, type SystemRole } from '@drawbridge/model'
import { DEFAULT_ZONE } from '@drawbridge/resource'
import { equipFinance, equipResearch } from './demo-inventory.ts'
import { servedAt } from './engine/serve.ts'
import { createRows } from './engine/write.ts'
import { alphanumericToken } from './platform/auth/token.ts'
import type { Config } from './platform/config.ts'
import { type Ctx, createContext, type Org } from './platform/context.ts'
import type { Query } from './platform/http/route.ts'
import { issueLicence, licenceKeys } from './platform/licence.ts'
import type { Services } from './platform/services.ts'

interface DemoPerson {
  readonly username: string
  readonly name: string
  readonly role?: SystemRole
  readonly org_roles: OrgRole[]
  readonly org: 'finance' | 'research' | 'default'
  readonly comment: string
  readonly is_active?: boolean
  readonly date_expired?: string
}

const organisations = { finance: '财务中心 Finance', research: '研发中心 Research' } as const

const people: readonly DemoPerson[] = [
  {
    username: 'sun',
    name: '孙审计',
    role: 'Auditor',
    org_roles: ['User'],
    org: 'default',
    comment: '系统审计员 / super auditor',
  },
  {
    username: 'qian',
    name: '钱经理',
    org_roles: ['Admin'],
    org: 'finance',
    comment: '财务中心组织管理员 / administrator of Finance',
  },
  {
    username: 'zhou',
    name: '周审计',
    org_roles: ['Auditor'],
    org: 'finance',
    comment: '财务中心组织审计员 / auditor of Finance',
  },
  { username: 'wu', name: '吴会计', org_roles: ['User'], org: 'finance', comment: '普通用户 / user of Finance' },
  {
    username: 'maria',
    name: 'Maria Lopez',
    org_roles: ['Admin', 'User'],
    org: 'research',
    comment: '研发中心组织管理员 / administrator of Research',
  },
  {
    username: 'zhao',
    name: '赵审计',
    org_roles: ['Auditor'],
    org: 'research',
    comment: '研发中心组织审计员，查看会话和录像 / auditor of Research, sees sessions and recordings',
  },
  {
    username: 'ann',
    name: 'Ann Lee',
    org_roles: ['User'],
    org: 'research',
    comment: '研发中心工程师，使用 ssh / engineer of Research, comes with ssh',
  },
  {
    username: 'li',
    name: '李外包 Li (contractor)',
    org_roles: ['User'],
    org: 'research',
    comment: '研发中心外包人员，使用浏览器 / contractor of Research, comes with a browser',
  },
  {
    username: 'bob',
    name: 'Bob (contractor)',
    org_roles: ['User'],
    org: 'research',
    comment: '外包人员，账号已过期 / contractor whose account has expired',
    date_expired: '2021-04-14T00:00:00Z',
  },
  {
    username: 'carol',
    name: 'Carol (left)',
    org_roles: ['User'],
    org: 'research',
    comment: '已停用 / disabled',
    is_active: false,
  },
]

const groups: readonly { name: string; org: DemoPerson['org']; users: string[] }[] = [
  { name: 'DBA', org: 'finance', users: ['qian', 'wu'] },
  { name: '运维 Operations', org: 'research', users: ['maria', 'ann'] },
]

const EVALUATION_DAYS = 30

/** The password of the demo people, when this start made them. */
export const prepareDemo = async (services: Services): Promise<string | undefined> => {
  const { db } = services.database
  await evaluate(services)
  const known = await db
    .selectFrom('users_users')
    .select('id')
    .where('username', '=', people[0]!.username)
    .executeTakeFirst()
  if (known) return undefined
  const admin = await db
    .selectFrom('users_users')
    .select(['id', 'name'])
    .where('username', '=', FIRST_ADMIN)
    .executeTakeFirstOrThrow()
  const password = alphanumericToken(16)
  // Nobody reads the mailboxes of people who do not exist.
  const quiet: Services = { ...services, post: { send: () => undefined, idle: async () => undefined } }
  const base = createContext({
    services: quiet,
    org: defaultOrg,
    reader: { lang: 'zh', zone: DEFAULT_ZONE, now: services.now() },
    address: '127.0.0.1',
    userAgent: 'demo',
    caller: {
      ...admin,
      username: FIRST_ADMIN,
      source: 'local',
      role: 'Admin',
      valid: true,
      orgRoles: ['Admin'],
      via: 'system',
    },
  })
  await base.atomically((ctx) => populate(ctx, password))
  return password
}

/** The fields of an application depend on its type, which its address names. */
const typeIn = (body: object): Query => ('type' in body ? { type: String(body.type) } : {})

const defaultOrg: Org = { id: DEFAULT_ORG, name: DEFAULT_ORG_NAME, comment: '', isRoot: false }

const populate = async (ctx: Ctx, password: string): Promise<void> => {
  const add = async (path: string, body: object, org = defaultOrg): Promise<string> => {
    const [id] = await createRows(servedAt(path), [body], ctx.within(org), { many: false, query: typeIn(body) })
    return String(id)
  }
  const orgs: Record<DemoPerson['org'], Org> = { default: defaultOrg, finance: defaultOrg, research: defaultOrg }
  for (const [key, name] of Object.entries(organisations) as [keyof typeof organisations, string][]) {
    orgs[key] = { id: await add('orgs/orgs', { name }), name, comment: '', isRoot: false }
  }
  const ids = new Map<string, string>()
  for (const { org, ...person } of people) {
    const body = {
      ...person,
      email: `${person.username}@demo.invalid`,
      password,
      password_strategy: 1,
      source: 'local',
    }
    ids.set(person.username, await add('users/users', body, orgs[org]))
  }
  const teams = new Map<string, string>()
  for (const { org, users, name } of groups)
    teams.set(name, await add('users/groups', { name, users: users.map((one) => ids.get(one)) }, orgs[org]))
  const { env } = ctx.services.config
  const portOf = (given: string | undefined, preset: number) => Number(given) || preset
  const cast = {
    people: ids,
    groups: teams,
    hostPort: portOf(env.DEMO_HOST_PORT, 2022),
    databasePort: portOf(env.DEMO_DATABASE_PORT, 2023),
  }
  await equipResearch((path, body) => add(path, body, orgs.research), cast)
  await equipFinance((path, body) => add(path, body, orgs.finance), cast)
}

/** An installation with a licence of its own keeps it. */
const evaluate = async (services: Services): Promise<void> => {
  const now = services.now()
  if (services.licence.at(now).state !== 'none') return
  const licence = {
    subscription_id: 'evaluation',
    corporation: '演示 Demo',
    edition: 'Evaluation',
    asset_count: 100,
    installation: services.licence.installation,
    date_issued: now.toISOString(),
    date_expired: new Date(now.getTime() + EVALUATION_DAYS * 86_400_000).toISOString(),
  }
  await services.licence.keep(
    services.database.db,
    issueLicence(licence, licenceKeys(services.config.dataDir).privateKey),
  )
  await services.licence.refresh()
}

/** Who they are, and what each of them would do first. */
export const introduce = (password: string, { sshPort }: Pick<Config, 'sshPort'>): string => {
  const lines = people.map(({ username, comment }) => `  ${username.padEnd(6)} ${comment}`)
  return [
    `Demo people, all with the password ${password} (shown only this once):`,
    ...lines,
    `With ssh: ssh -p ${sshPort} ann@127.0.0.1, then demo-host, or d for the database; with a browser: the web terminal and the files`,
    '',
  ].join('\n')
}
