// A connection: the one way for a component to get the secrets of an asset or a database, for one person, as one account, while the session lasts.
import { actionNames, loginSources, session } from '@drawbridge/model'
import { choice, computed, type Fields, id, label, parseDraft, text } from '@drawbridge/resource'
import { type Connection, InvalidBody } from '@drawbridge/wire'
import { sql } from 'kysely'
import { deedOn, recordDeeds } from '../../../engine/audit.ts'
import { insertRows } from '../../../engine/rows-in.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type Answer, type Call, created, type Route } from '../../../platform/http/route.ts'
import { newId } from '../../../platform/ids.ts'
import { type Component, componentOf } from '../component.ts'
import { type Admitted, admit, type Wish } from './admission.ts'
import { hopsTo, loginOf } from './credentials.ts'

const key = (zh: string, en: string, required = true) => ({ ...id(), label: label(zh, en), required })

const takes = {
  user: key('用户', 'User'),
  asset: key('资产', 'Asset', false),
  application: key('应用', 'Application', false),
  system_user: key('系统用户', 'System user'),
  protocol: choice(
    label('协议', 'Protocol'),
    session.fields.protocol.choices!.map(({ value, label }) => [value as string, label] as const),
    {
      default: 'ssh',
    },
  ),
  username: text(label('手动登录的用户名', 'Name typed by the person'), { max: 128 }),
  remote_addr: text(label('远端地址', 'Remote addr'), { max: 128 }),
  login_from: choice(label('登录来源', 'Login from'), loginSources, { default: 'ST' }),
} satisfies Fields

const told = (zh: string, en: string) => computed<unknown>('field', label(zh, en))

const gives = {
  id: id({ readOnly: true }),
  org_id: told('组织', 'Organization'),
  protocol: session.fields.protocol,
  user: session.fields.user,
  asset: session.fields.asset,
  system_user: session.fields.system_user,
  address: told('地址', 'Address'),
  port: told('端口', 'Port'),
  database: told('数据库', 'Database'),
  gateways: told('网关及其登录方式', 'Gateways with their logins'),
  login: told('登录方式', 'Login'),
  sftp_root: told('SFTP根路径', 'SFTP Root'),
  actions: told('动作', 'Actions'),
  rules: told('命令过滤规则', 'Command filter rules'),
  idle_minutes: told('最大空闲时间（分）', 'Idle time in minutes'),
} satisfies Fields

export const connectionRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/v1/terminal/connections/',
    access: ['app'],
    doc: { area: 'terminal', summary: label('建立连接', 'Open a connection'), takes, gives, status: 201 },
    run: (call) => open(call),
  },
]

type Asked = Wish & { readonly remote_addr: string; readonly login_from: 'ST' | 'RT' | 'WT' }

const open = async ({ ctx, body }: Call): Promise<Answer> => {
  const component = await componentOf(ctx)
  const drafted = parseDraft(takes, body ?? {}, 'create', ctx.reader)
  if (drafted.problems) throw new InvalidBody(drafted.problems)
  const asked = drafted.draft as unknown as Asked
  const admitted = await admit(asked, ctx)
  return ctx.atomically(async (ctx) => {
    const row = await begin(asked, admitted, component, ctx)
    const connection: Connection = {
      id: row.id,
      org_id: row.org_id,
      protocol: row.protocol,
      user: row.user,
      asset: row.asset,
      system_user: row.system_user,
      address: admitted.target.address,
      port: admitted.port,
      ...(admitted.target.database === undefined ? {} : { database: admitted.target.database }),
      gateways: await hopsTo(admitted, ctx),
      login: { mode: admitted.account.login_mode, ...(await loginOf(admitted, ctx)) },
      sftp_root: admitted.account.sftp_root,
      actions: actionNames(admitted.actions),
      rules: await rulesOf(admitted.account.id, ctx),
      idle_minutes: ctx.services.settings.values.SECURITY_MAX_IDLE_TIME,
    }
    return created(connection)
  })
}

const begin = async (asked: Asked, admitted: Admitted, component: Component, ctx: Ctx) => {
  const { person, target, account, username, org } = admitted
  const short = (text: string) => [...text].slice(0, 128).join('')
  const row = {
    id: newId(),
    org_id: org,
    user: short(`${person.name}(${person.username})`),
    asset: short(target.title),
    system_user: short(`${account.name}(${username})`),
    user_id: person.id,
    asset_id: target.id,
    system_user_id: account.id,
    login_from: asked.login_from,
    remote_addr: asked.remote_addr || null,
    protocol: asked.protocol,
    date_start: ctx.reader.now,
    date_seen: ctx.reader.now,
    terminal: component.id,
    actions: admitted.actions,
    epoch: person.login_epoch,
  }
  await insertRows(session, [row], ctx)
  await recordDeeds([deedOn(session, 'create', row, { system_user: [null, row.system_user] })], ctx)
  return row
}

/** Of the filters in force, the strongest first; among equals a denial comes before a permission. */
const rulesOf = async (account: string, { db }: Ctx): Promise<Connection['rules']> => {
  const { rows } = await sql<Connection['rules'][number]>`
    select r.id, r.type, r.content, r.priority, case r.action when 0 then 'deny' else 'allow' end as action
    from assets_cmd_filter_rules r join assets_cmd_filters f on f.id = r.filter and f.is_active
    join assets_cmd_filters_system_users_relations l on l.cmdfilter = f.id and l.systemuser = ${account}::uuid
    order by r.priority desc, r.action, r.id
  `.execute(db)
  return rows
}
