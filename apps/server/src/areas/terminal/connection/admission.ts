// Whether somebody may go to an asset or a database as this account right now: asked anew for every connection, refused in words for the person.
import {
  ACTION,
  type AccountProtocol,
  application,
  asset,
  databaseProtocols,
  systemUser,
  user,
} from '@drawbridge/model'
import { label, words } from '@drawbridge/resource'
import { InvalidBody, Refusal, type Wording } from '@drawbridge/wire'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { waysToApplication } from '../../../rights/applications.ts'
import { arrivesAs } from '../../../rights/login-asset.ts'
import { loginRefusal } from '../../../rights/login-refusal.ts'
import { waysTo } from '../../../rights/reach.ts'

export interface Wish {
  readonly user: string
  /** Either of them. */
  readonly asset?: string
  readonly application?: string
  readonly system_user: string
  readonly protocol: string
  /** Typed by the person, where they log in by hand. */
  readonly username: string
}

export interface Admitted {
  readonly org: string
  readonly person: {
    readonly id: string
    readonly name: string
    readonly username: string
    readonly login_epoch: number
  }
  readonly target: Target
  readonly account: Account
  /** The name they arrive with. */
  readonly username: string
  readonly port: number
  readonly actions: number
}

export interface Target {
  readonly id: string
  /** As lists show it. */
  readonly title: string
  readonly address: string
  readonly domain: string | null
  /** What the asset itself is known to need; an application has no book of its own. */
  readonly asset?: { readonly id: string; readonly admin_user: string | null }
  /** Of an application. */
  readonly database?: string
}

interface Account {
  readonly id: string
  readonly org_id: string
  readonly name: string
  readonly username: string
  readonly protocol: AccountProtocol
  readonly login_mode: 'auto' | 'manual'
  readonly username_same_with_user: boolean
  readonly sftp_root: string
  readonly password: string | null
  readonly private_key: string | null
}

const denied = (code: string, wording: Wording) => new Refusal(code, 403, wording)

const sayings = {
  person: label('用户被禁用或已过期', 'The account of the user is disabled or has expired'),
  asset: label('资产已被禁用', 'The asset is disabled'),
  protocol: label('资产或系统用户不支持该协议', 'The asset or the system user does not speak this protocol'),
  either: label('资产和应用只能选择一个', 'Name either an asset or an application'),
  grant: label('没有授权，或授权已失效', 'There is no permission for this, or it has ended'),
}

const ENTERING = ACTION.connect | ACTION.updownload
/** Permissions for applications name no actions: what a terminal can do is meant. */
const TYPING = ACTION.connect | ACTION.clipboard_copy_paste

export const admit = (wish: Wish, ctx: Ctx): Promise<Admitted> => {
  const { lang } = ctx.reader
  if (wish.asset && wish.application) throw new InvalidBody({ application: [sayings.either[lang]] })
  if (wish.asset) return admitToAsset({ ...wish, asset: wish.asset }, ctx)
  if (wish.application) return admitToDatabase({ ...wish, application: wish.application }, ctx)
  throw new InvalidBody({ asset: [words.required[lang]] })
}

const admitToAsset = async (wish: Wish & { asset: string }, ctx: Ctx): Promise<Admitted> => {
  const [{ person, account }, target] = await Promise.all([find(wish, ctx), findAsset(wish.asset, ctx)])
  if (account.org_id !== target.org_id) throw absentAccount(wish, ctx)
  if (!person.valid) throw denied('user_inactive', sayings.person)
  if (!target.is_active) throw denied('asset_inactive', sayings.asset)
  const spoken = target.protocols.find((one) => one.split('/')[0] === wish.protocol)
  if (account.protocol !== wish.protocol || !spoken) throw denied('protocol_not_allowed', sayings.protocol)
  const scope = { org: target.org_id, now: ctx.reader.now }
  const way = (await waysTo({ user: person.id }, target.id, scope, ctx.db)).find(({ id }) => id === account.id)
  const actions = way ? Number(way.actions) : 0
  if ((actions & ENTERING) === 0) throw denied('not_granted', sayings.grant)
  const { id, org_id: org, hostname, ip, domain, admin_user } = target
  const username = await arrival({ org, person, account, place: { hostname, ip } }, wish, ctx)
  const place = { id, title: `${hostname}(${ip})`, address: ip, domain, asset: { id, admin_user } }
  return { org, person, target: place, account, username, port: Number(spoken.split('/')[1]), actions }
}

const DATABASES: readonly string[] = databaseProtocols.map(([name]) => name)

const admitToDatabase = async (wish: Wish & { application: string }, ctx: Ctx): Promise<Admitted> => {
  const [{ person, account }, target] = await Promise.all([find(wish, ctx), findApplication(wish.application, ctx)])
  const { id, org_id: org, name, type, domain, attrs } = target
  if (account.org_id !== org) throw absentAccount(wish, ctx)
  if (!person.valid) throw denied('user_inactive', sayings.person)
  const spoken = DATABASES.includes(type) && type === wish.protocol && account.protocol === type
  if (!spoken) throw denied('protocol_not_allowed', sayings.protocol)
  const ways = await waysToApplication({ user: person.id }, id, { org, now: ctx.reader.now }, ctx.db)
  if (!ways.some((way) => way.id === account.id)) throw denied('not_granted', sayings.grant)
  const address = String(attrs.host ?? '')
  const username = await arrival({ org, person, account, place: { hostname: name, ip: address } }, wish, ctx)
  const place = { id, title: name, address, domain, database: String(attrs.database ?? '') }
  return { org, person, target: place, account, username, port: Number(attrs.port), actions: TYPING }
}

interface Coming {
  readonly org: string
  readonly person: { readonly username: string }
  readonly account: Account
  readonly place: { readonly hostname: string; readonly ip: string }
}

/** The name they arrive with, unless a rule about logins turns them away. To these rules a database is an asset of its name and host. */
const arrival = async ({ org, person, account, place }: Coming, wish: Wish, ctx: Ctx): Promise<string> => {
  const username = arrivesAs(account, person, wish.username)
  const login = { user: person, asset: place, systemUser: { ...account, username } }
  const refused = await loginRefusal(org, login, ctx.db)
  if (refused) throw denied('login_rejected', refused)
  return username
}

const find = async (wish: Wish, ctx: Ctx) => {
  const { db, reader } = ctx
  const [person, account] = await Promise.all([
    db
      .selectFrom('users_users')
      .select(['id', 'name', 'username', 'login_epoch'])
      .select(sql<boolean>`is_active and (date_expired is null or date_expired > ${reader.now})`.as('valid'))
      .where('id', '=', wish.user)
      .where('is_service_account', '=', false)
      .executeTakeFirst(),
    db
      .selectFrom('assets_system_users')
      .select(['id', 'org_id', 'name', 'username', 'protocol', 'login_mode', 'username_same_with_user'])
      .select(['sftp_root', 'password', 'private_key'])
      .where('id', '=', wish.system_user)
      .executeTakeFirst(),
  ])
  if (!person) throw new InvalidBody({ user: [absent(user, wish.user, ctx)] })
  if (!account) throw absentAccount(wish, ctx)
  return { person, account }
}

const findAsset = async (id: string, ctx: Ctx) => {
  const found = await ctx.db
    .selectFrom('assets_assets')
    .select(['id', 'org_id', 'hostname', 'ip', 'protocols', 'is_active', 'admin_user', 'domain'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new InvalidBody({ asset: [absent(asset, id, ctx)] })
  return found
}

const findApplication = async (id: string, ctx: Ctx) => {
  const found = await ctx.db
    .selectFrom('applications_applications')
    .select(['id', 'org_id', 'name', 'type', 'domain', 'attrs'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new InvalidBody({ application: [absent(application, id, ctx)] })
  return found
}

const absentAccount = (wish: Wish, ctx: Ctx) =>
  new InvalidBody({ system_user: [absent(systemUser, wish.system_user, ctx)] })

const absent = (resource: { label: Wording }, id: string, { reader }: Ctx): string =>
  words.absent(`${resource.label[reader.lang]} ${id}`)[reader.lang]
