// Whether somebody may go to an asset as this account right now: asked anew for every connection, refused in words for the person.
import { ACTION, type AccountProtocol, asset, systemUser, user } from '@drawbridge/model'
import { label, words } from '@drawbridge/resource'
import { InvalidBody, Refusal, type Wording } from '@drawbridge/wire'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { arrivesAs } from '../../../rights/login-asset.ts'
import { loginRefusal } from '../../../rights/login-refusal.ts'
import { waysTo } from '../../../rights/reach.ts'

export interface Wish {
  readonly user: string
  readonly asset: string
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

interface Target {
  readonly id: string
  readonly org_id: string
  readonly hostname: string
  readonly ip: string
  readonly protocols: readonly string[]
  readonly is_active: boolean
  readonly admin_user: string | null
  readonly domain: string | null
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
  grant: label('没有授权，或授权已失效', 'There is no permission for this, or it has ended'),
}

const ENTERING = ACTION.connect | ACTION.updownload

export const admit = async (wish: Wish, ctx: Ctx): Promise<Admitted> => {
  const { person, target, account } = await find(wish, ctx)
  if (!person.valid) throw denied('user_inactive', sayings.person)
  if (!target.is_active) throw denied('asset_inactive', sayings.asset)
  const spoken = target.protocols.find((one) => one.split('/')[0] === wish.protocol)
  if (account.protocol !== wish.protocol || !spoken) throw denied('protocol_not_allowed', sayings.protocol)
  const scope = { org: target.org_id, now: ctx.reader.now }
  const way = (await waysTo({ user: person.id }, target.id, scope, ctx.db)).find(({ id }) => id === account.id)
  const actions = way ? Number(way.actions) : 0
  if ((actions & ENTERING) === 0) throw denied('not_granted', sayings.grant)
  const username = arrivesAs(account, person, wish.username)
  const login = { user: person, asset: target, systemUser: { ...account, username } }
  const refused = await loginRefusal(target.org_id, login, ctx.db)
  if (refused) throw denied('login_rejected', refused)
  return { org: target.org_id, person, target, account, username, port: Number(spoken.split('/')[1]), actions }
}

const find = async (wish: Wish, { db, reader }: Ctx) => {
  const [person, target, account] = await Promise.all([
    db
      .selectFrom('users_users')
      .select(['id', 'name', 'username', 'login_epoch'])
      .select(sql<boolean>`is_active and (date_expired is null or date_expired > ${reader.now})`.as('valid'))
      .where('id', '=', wish.user)
      .where('is_service_account', '=', false)
      .executeTakeFirst(),
    db
      .selectFrom('assets_assets')
      .select(['id', 'org_id', 'hostname', 'ip', 'protocols', 'is_active', 'admin_user', 'domain'])
      .where('id', '=', wish.asset)
      .executeTakeFirst(),
    db
      .selectFrom('assets_system_users')
      .select(['id', 'org_id', 'name', 'username', 'protocol', 'login_mode', 'username_same_with_user'])
      .select(['sftp_root', 'password', 'private_key'])
      .where('id', '=', wish.system_user)
      .executeTakeFirst(),
  ])
  const absent = (resource: { label: Wording }, id: string) =>
    words.absent(`${resource.label[reader.lang]} ${id}`)[reader.lang]
  if (!person) throw new InvalidBody({ user: [absent(user, wish.user)] })
  if (!target) throw new InvalidBody({ asset: [absent(asset, wish.asset)] })
  if (!account || account.org_id !== target.org_id)
    throw new InvalidBody({ system_user: [absent(systemUser, wish.system_user)] })
  return { person, target, account }
}
