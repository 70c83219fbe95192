// How a component becomes known: with the bootstrap token, or by the hand of an administrator. Its key is shown this once.
import { terminal, terminalTypes } from '@drawbridge/model'
import { choice, computed, label, parseDraft } from '@drawbridge/resource'
import { InvalidBody, Refusal, refusal } from '@drawbridge/wire'
import { deedOn, recordDeeds } from '../../engine/audit.ts'
import { showRows } from '../../engine/read.ts'
import { insertRows } from '../../engine/rows-in.ts'
import { servedAt } from '../../engine/serve.ts'
import { makeServiceAccount } from '../../engine/service-account.ts'
import type { Ctx } from '../../platform/context.ts'
import { created, type Route } from '../../platform/http/route.ts'
import { newId } from '../../platform/ids.ts'

const { name, comment, remote_addr, http_port } = terminal.fields
const type = choice(label('类型', 'Type'), terminalTypes, { default: 'koko' })
const takes = { name, type, comment, remote_addr, http_port }
const gives = {
  ...terminal.fields,
  service_account: computed<object>('nested object', label('服务账号', 'Service account')),
}

const summary = label('注册终端', 'Register a terminal')
const doc = { area: 'terminal', summary, takes, gives, status: 201 }

const closed = refusal(
  'registration_disabled',
  400,
  { zh: '服务账号注册已关闭', en: 'service account registration disabled' },
  'error',
)
const taken = label('名称已存在', 'name not unique')
const oneByOne = refusal('bulk_create_not_support', 400, {
  zh: '不支持批量创建终端',
  en: 'Bulk create not support',
})
const exists = (given: string) =>
  new Refusal('error', 409, { zh: `名称已存在: ${given}`, en: `The name exists already: ${given}` })

export const registrationRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/v1/terminal/terminal-registrations/',
    access: ['bootstrap'],
    doc,
    run: async ({ ctx, body }) => {
      if (!ctx.services.settings.values.SECURITY_SERVICE_ACCOUNT_REGISTRATION) throw closed()
      const draft = read(body, ctx)
      const made = await register(draft, ctx)
      if (!made) throw new InvalidBody({ name: [taken[ctx.reader.lang]] })
      return created(made)
    },
  },
]

export const registerByHand: Route = {
  method: 'POST',
  path: `/api/v1/${terminal.path}/`,
  access: ['superAdmin'],
  doc,
  run: async ({ ctx, body }) => {
    if (Array.isArray(body)) throw oneByOne()
    const draft = read(body, ctx)
    const made = await register(draft, ctx)
    if (!made) throw exists(draft.name)
    return created(made)
  },
}

interface Registration {
  readonly name: string
  readonly type: string
  readonly comment: string
  readonly remote_addr: string
}

const read = (body: unknown, ctx: Ctx): Registration => {
  const drafted = parseDraft(takes, body ?? {}, 'create', ctx.reader)
  if (drafted.problems) throw new InvalidBody(drafted.problems)
  return drafted.draft as unknown as Registration
}

/** All of it or nothing: neither a terminal without an account nor an account without a terminal. */
const register = (draft: Registration, ctx: Ctx): Promise<object | undefined> =>
  ctx.atomically(async (ctx) => {
    const known = await ctx.db
      .selectFrom('terminal_terminals')
      .select('id')
      .where('name', '=', draft.name)
      .executeTakeFirst()
    const account = known ? undefined : await makeServiceAccount(draft.name, ctx)
    if (!account) return undefined
    const row = {
      ...draft,
      remote_addr: draft.remote_addr || ctx.address,
      id: newId(),
      account: account.id,
      is_accepted: true,
      date_created: ctx.reader.now,
    }
    await insertRows(terminal, [row], ctx)
    await recordDeeds([deedOn(terminal, 'create', row)], ctx)
    const [shown] = await showRows(servedAt(terminal.path), [row.id], ctx, { detail: true })
    return { ...shown, service_account: account }
  })
