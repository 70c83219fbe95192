// The settings pages: read, described and saved by category. One form of the console is one category.
import { pageLabels, ROOT_ORG, type SettingName, type SettingPage, settingPages } from '@drawbridge/model'
import { describeFields, type Fields, type Json, type Label, label, MASK, parseDraft, text } from '@drawbridge/resource'
import { InvalidBody } from '@drawbridge/wire'
import { sql } from 'kysely'
import { type Deed, recordDeeds } from '../../engine/audit.ts'
import { describe } from '../../engine/options.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Call, type Method, ok, type Query, type Route } from '../../platform/http/route.ts'

const SETTING = 'settings/setting'

const everything: Fields = Object.assign({}, ...Object.values(settingPages))

const query = {
  category: text(label('类别', 'Category'), {
    help: label(
      'basic、email、email_content、ldap、security、terminal 或 all；其他值视为 basic',
      'basic, email, email_content, ldap, security, terminal or all; anything else means basic',
    ),
  }),
}

const route = (method: Method, summary: Label, doc: Partial<Route['doc']>, run: Route['run']): Route => ({
  method,
  path: `/api/v1/${SETTING}/`,
  access: ['superAdmin'],
  doc: { summary, area: 'settings', query, ...doc },
  run,
})

export const settingRoutes: readonly Route[] = [
  route('GET', label('查看设置', 'Read settings'), { gives: everything }, async ({ ctx, query }) =>
    ok(shown(categoryOf(query).fields, ctx)),
  ),
  route('PUT', label('保存设置', 'Save settings'), { takes: everything, gives: everything }, (call) =>
    save(call, 'replace'),
  ),
  route(
    'PATCH',
    label('修改部分设置', 'Change some settings'),
    { takes: everything, gives: everything, partial: true },
    (call) => save(call, 'patch'),
  ),
  route('OPTIONS', label('描述设置', 'Describe settings'), {}, async ({ ctx, query }) =>
    ok(described(categoryOf(query), ctx)),
  ),
]

interface Category {
  readonly label: Label
  readonly fields: Fields
}

const categoryOf = ({ category = '' }: Query): Category => {
  if (category === 'all') return { label: label('全部设置', 'All'), fields: everything }
  const page = Object.hasOwn(settingPages, category) ? (category as SettingPage) : 'basic'
  return { label: pageLabels[page], fields: settingPages[page] }
}

const shown = (fields: Fields, { services }: Ctx): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !field.writeOnly)
      .map(([name]) => [name, services.settings.values[name as SettingName]]),
  )

const described = ({ label, fields }: Category, { reader }: Ctx) => {
  const readable = Object.fromEntries(Object.entries(fields).filter(([, field]) => !field.writeOnly))
  const actions = { PUT: describeFields(fields, reader), GET: describeFields(readable, reader) }
  return describe(label[reader.lang], actions, ['application/json'])
}

const save = async ({ ctx, query, body }: Call, mode: 'replace' | 'patch') => {
  const { fields } = categoryOf(query)
  const parsed = parseDraft(kept(fields), body ?? {}, mode, ctx.reader)
  if (parsed.problems) throw new InvalidBody(parsed.problems)
  const changes = Object.entries(parsed.draft).filter(([name, value]) => differs(name as SettingName, value, ctx))
  if (changes.length > 0) await ctx.atomically((ctx) => write(changes, fields, ctx))
  return ok(shown(fields, ctx))
}

/** A setting that is not sent stays as it is: a form shows a part of a page, and never means to reset the rest. */
const kept = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, resets: false }]))

const differs = (name: SettingName, value: unknown, { services }: Ctx): boolean =>
  JSON.stringify(services.settings.values[name] ?? null) !== JSON.stringify(value)

const write = async (changes: readonly [string, unknown][], fields: Fields, ctx: Ctx): Promise<void> => {
  const { settings } = ctx.services
  const deeds = changes.map(([name, value]): Deed => {
    const before = settings.values[name as SettingName] ?? null
    const hidden = fields[name]!.sealed
    return {
      action: 'update',
      path: SETTING,
      id: name,
      title: name,
      diff: { [name]: hidden ? [before === null ? null : MASK, MASK] : [before as Json, value as Json] },
      org_id: ROOT_ORG,
    }
  })
  await settings.save(ctx.db, Object.fromEntries(changes))
  await recordDeeds(deeds, ctx)
  await sql`select pg_notify('settings', '')`.execute(ctx.db)
  ctx.afterCommit(() => settings.refresh())
}
