import { ftpLog } from '@drawbridge/model'
import { type Fields, integer, label, parseDraft, readGuid } from '@drawbridge/resource'
import { refusal } from '@drawbridge/wire'
import { orgIn, standingIn } from '../../engine/named-org.ts'
import { showRows } from '../../engine/read.ts'
import { serve } from '../../engine/serve.ts'
import { createRows } from '../../engine/write.ts'
import type { Ctx } from '../../platform/context.ts'
import { created, type Route } from '../../platform/http/route.ts'

const DAY = 86_400_000

/** How long a component may say that it kept a record while we were away. */
const LONGEST_HELD = 24 * DAY

const told: Fields = {
  ...ftpLog.fields,
  held_ms: integer(label('组件保存的毫秒数', 'Milliseconds that the component kept it'), { min: 0, max: LONGEST_HELD }),
}

const another = refusal('audits.ftp-log.another', 400, {
  zh: '该 ID 属于另一条文件记录',
  en: 'This ID is that of another file record',
})

const create: Route = {
  method: 'POST',
  path: `/api/v1/${ftpLog.path}/`,
  access: ['app'],
  doc: {
    area: 'audits',
    summary: label('记录文件操作', 'Tell what was done to a file'),
    takes: told,
    gives: ftpLog.fields,
    status: 201,
  },
  run: async ({ ctx, body }) => {
    const there = await standingIn(orgIn(body, ctx), ctx)
    const known = await sentBefore(body, there)
    const ids = known ? [known] : await createRows(ftpLogs, [body ?? {}], there, { many: false, query: heldIn(body) })
    return created((await showRows(ftpLogs, ids, there))[0])
  },
}

/** A record that is known is one that was sent before; the name of another one hides nothing. */
const sentBefore = async (body: unknown, ctx: Ctx): Promise<string | undefined> => {
  const id = readGuid((body as { id?: unknown } | null)?.id)
  if (!id) return undefined
  const known = await ctx.db.selectFrom('audits_ftp_logs').selectAll().where('id', '=', id).executeTakeFirst()
  if (!known) return undefined
  const drafted = parseDraft(ftpLog.fields, body, 'create', ctx.reader)
  if (drafted.problems || known.org_id !== ctx.org.id) throw another()
  const same = Object.entries(drafted.draft).every(([name, value]) => known[name as keyof typeof known] === value)
  if (!same) throw another()
  return id
}

const heldIn = (body: unknown) => ({ held_ms: String(Number((body as { held_ms?: unknown } | null)?.held_ms) || 0) })

/** The moment is ours: now, or before the time that the component says to have kept it. */
const momentOf = (held: number, { reader }: Ctx): Date =>
  new Date(reader.now.getTime() - Math.min(Math.max(held, 0), LONGEST_HELD))

/** Written once by components; nobody changes or deletes a row. */
export const ftpLogs = serve(ftpLog, {
  without: ['create'],
  routes: [create],
  saving: (_draft, { ctx, query }) => ({ date_start: momentOf(Number(query?.held_ms ?? 0), ctx) }),
})
