// What is written about accounts of assets: new versions in the book, and the end of single accounts.
import { assetUser, systemUserAsset, systemUserUser } from '@drawbridge/model'
import { type Label, label, parseDraft, words } from '@drawbridge/resource'
import { InvalidBody, malformed, Refusal } from '@drawbridge/wire'
import { recordDeeds } from '../../engine/audit.ts'
import { servedAt } from '../../engine/serve.ts'
import { readBodies, sheetFormatOf } from '../../engine/sheets.ts'
import { deleteRows } from '../../engine/write.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Answer, type Call, created, ok } from '../../platform/http/route.ts'
import { opened } from '../../rights/secret-views.ts'
import { addAccounts } from './account-book.ts'
import type { Account } from './asset-user-list.ts'
import { existing, findOne, plain, shown, sources } from './asset-user-show.ts'

const { fields } = assetUser

const bodiesIn = async ({ ctx, body, request }: Call) => {
  const format = sheetFormatOf(request.headers['content-type'])
  return format && Buffer.isBuffer(body) ? readBodies(plain.served, format, body, ctx) : undefined
}

export const add = async (call: Call): Promise<Answer> => {
  const { ctx, body } = call
  const imported = await bodiesIn(call)
  const many = imported !== undefined || Array.isArray(body)
  const bodies = imported ? imported.bodies : Array.isArray(body) ? body : [body ?? {}]
  const rows = await shown(await addAccounts(bodies, ctx, { many }), ctx)
  return created(many ? rows : rows[0])
}

export const preview = async (call: Call): Promise<Answer> => {
  const imported = await bodiesIn(call)
  if (!imported) throw malformed(call.request.headers['content-type'] ?? '')
  return ok({ title: imported.title, data: imported.bodies })
}

export const updateMany = async (call: Call, method: 'PUT' | 'PATCH'): Promise<Answer> => {
  const { ctx, body } = call
  const { lang } = ctx.reader
  const bodies = (await bodiesIn(call))?.bodies ?? body
  if (!Array.isArray(bodies)) throw new InvalidBody({ non_field_errors: [words.list[lang]] })
  const wishes: unknown[] = []
  const problems: Record<string, unknown>[] = []
  for (const item of bodies as Record<string, unknown>[]) {
    const id = String(item?.id ?? item?.pk ?? '')
    const found = await findOne(id, ctx)
    problems.push(found ? {} : { id: [words.absent(id)[lang]] })
    if (found) wishes.push(await nextVersion(id, item, method, ctx))
  }
  if (wishes.length < bodies.length) throw new InvalidBody(problems)
  return ok(await shown(await addAccounts(wishes, ctx, { many: true, known: true }), ctx))
}

/** The body of the version that follows: a partial change keeps the secrets it does not name. */
const nextVersion = async (id: string, body: unknown, method: 'PUT' | 'PATCH', ctx: Ctx): Promise<unknown> => {
  const before = await existing(id, ctx, true)
  const { asset: _asset, username: _username, ...writable } = fields
  const drafted = parseDraft(writable, body ?? {}, 'patch', ctx.reader)
  if (drafted.problems) throw new InvalidBody(drafted.problems)
  const { table } = sources[before.backend]
  const kept =
    method === 'PATCH'
      ? {
          password: opened(table, 'password', before.password, ctx),
          private_key: opened(table, 'private_key', before.private_key, ctx),
          comment: before.comment,
        }
      : {}
  return { ...kept, ...drafted.draft, asset: before.asset, username: before.username }
}

export const updateOne = async ({ ctx, params, body }: Call, method: 'PUT' | 'PATCH'): Promise<Answer> => {
  const [id] = await addAccounts([await nextVersion(params.id!, body, method, ctx)], ctx, { many: false, known: true })
  return ok((await shown([id!], ctx))[0])
}

const refused = (code: string, wording: Label): Refusal =>
  new Refusal(code, 400, wording, (lang) => ({ error: wording[lang] }))

const inherited = label(
  '该系统用户是通过节点关联到此资产的，请在节点上解除关联',
  'The system user is on this asset through a node: unlink it from the node',
)

/** What goes depends on where the account comes from. */
export const remove = async (found: Account, ctx: Ctx): Promise<void> => {
  if (found.backend === 'admin_user')
    throw refused('admin_user_account', label('不能移除资产的管理用户', 'Could not remove asset admin user'))
  if (found.backend === 'db') return removeVersion(found, ctx)
  const links = servedAt(systemUserAsset.path)
  const link = await ctx.db
    .selectFrom('assets_system_users_assets_relations')
    .select('id')
    .where('systemuser', '=', found.source)
    .where('asset', '=', found.asset)
    .executeTakeFirst()
  if (found.backend === 'system_user') {
    if (!link) throw refused('inherited_account', inherited)
    return deleteRows(links, [link.id], ctx)
  }
  const people = await ctx.db
    .selectFrom('assets_system_users_users_relations')
    .select(['id', 'user'])
    .where('systemuser', '=', found.source)
    .execute()
  await deleteRows(servedAt(systemUserUser.path), [people.find(({ user }) => user === found.user)!.id], ctx)
  if (people.length === 1 && link) await deleteRows(links, [link.id], ctx)
}

const removeVersion = async (found: Account, ctx: Ctx): Promise<void> => {
  const row = await ctx.db
    .deleteFrom('assets_accounts')
    .where('id', '=', found.source)
    .where('is_latest', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw refused('latest_version', label('最新版本的不能被删除', 'Latest version could not be delete'))
  await recordDeeds(
    [
      {
        action: 'delete',
        path: sources.db.path,
        id: found.source,
        title: `${found.username}@${found.hostname}`,
        org_id: found.org_id,
        diff: { version: [found.version, null] },
      },
    ],
    ctx,
  )
}
