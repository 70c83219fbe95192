// Asked by a gateway before it carries a login to an asset: is it let through, refused, or does somebody have to agree?
import { asset, systemUser, user } from '@drawbridge/model'
import { type Fields, label, parseDraft, ref, text, words } from '@drawbridge/resource'
import { InvalidBody } from '@drawbridge/wire'
import { sql } from 'kysely'
import { danglingRefs } from '../../engine/links.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Answer, type Call, ok, type Route } from '../../platform/http/route.ts'
import { arrivesAs } from '../../rights/login-asset.ts'
import { loginRefusal } from '../../rights/login-refusal.ts'

const fields = {
  user_id: ref(user.path, label('用户', 'User'), { required: true, anywhere: true }),
  asset_id: ref(asset.path, label('资产', 'Asset'), { required: true, anywhere: true }),
  system_user_id: ref(systemUser.path, label('系统用户', 'System user'), { required: true, anywhere: true }),
  system_user_username: text(label('系统用户名', 'Username of the system user'), { max: 128 }),
} satisfies Fields

export const loginAssetRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/v1/acls/login-asset/check/',
    access: ['app'],
    doc: { area: 'acls', summary: label('检查资产登录规则', 'Check the asset login rules'), takes: fields },
    run: (call) => check(call),
  },
]

const check = async ({ ctx, body }: Call): Promise<Answer> => {
  const { org, ...login } = await readLogin(body, ctx)
  const refused = await loginRefusal(org, login, ctx.db)
  return ok(
    refused ? { need_confirm: false, rejected: true, reason: refused[ctx.reader.lang] } : { need_confirm: false },
  )
}

const readLogin = async (body: unknown, ctx: Ctx) => {
  const { lang } = ctx.reader
  const drafted = parseDraft(fields, body ?? {}, 'create', ctx.reader)
  if (drafted.problems) throw new InvalidBody(drafted.problems)
  const draft = drafted.draft as Record<keyof typeof fields, string>
  const [unknown] = await danglingRefs(fields, [draft], ctx)
  if (unknown) throw new InvalidBody(unknown)
  const { rows } = await sql<{
    org: string
    user: { username: string }
    asset: { hostname: string; ip: string }
    account: {
      name: string
      username: string
      protocol: string
      login_mode: string
      username_same_with_user: boolean
    }
  }>`
    select a.org_id as org, json_build_object('username', u.username) as user,
      json_build_object('hostname', a.hostname, 'ip', a.ip) as asset,
      json_build_object(
        'name', s.name, 'username', s.username, 'protocol', s.protocol, 'login_mode', s.login_mode,
        'username_same_with_user', s.username_same_with_user
      ) as account
    from users_users u, assets_assets a join assets_system_users s on s.org_id = a.org_id
    where u.id = ${draft.user_id}::uuid and a.id = ${draft.asset_id}::uuid and s.id = ${draft.system_user_id}::uuid
  `.execute(ctx.db)
  const found = rows[0]
  if (!found) throw new InvalidBody({ system_user_id: [words.absent(draft.system_user_id)[lang]] })
  const username = arrivesAs(found.account, found.user, draft.system_user_username)
  if (username === '' && found.account.login_mode === 'manual')
    throw new InvalidBody({ system_user_username: [words.required[lang]] })
  return { org: found.org, user: found.user, asset: found.asset, systemUser: { ...found.account, username } }
}
