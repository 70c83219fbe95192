// Forms at paths of their own: what they are drawn from, and what comes back.
import { type Access, describeFields, type Fields, type Label, parseDraft, type ValueOf } from '@drawbridge/resource'
import { InvalidBody } from '@drawbridge/wire'
import { describe } from '../../engine/options.ts'
import type { Ctx } from '../../platform/context.ts'
import { ok, type Route } from '../../platform/http/route.ts'

export const formRoute = (path: string, access: Access, named: Label, fieldsFor: (ctx: Ctx) => Fields): Route => ({
  method: 'OPTIONS',
  path,
  access,
  doc: { area: 'users', summary: { zh: `描述：${named.zh}`, en: `Describe: ${named.en}` } },
  run: async ({ ctx }) => {
    const fields = fieldsFor(ctx)
    const readable = Object.fromEntries(Object.entries(fields).filter(([, field]) => !field.writeOnly))
    return ok(
      describe(named[ctx.reader.lang], {
        GET: describeFields(readable, ctx.reader, { listed: true }),
        PUT: describeFields(fields, ctx.reader),
      }),
    )
  },
})

/** The values of a form, or every problem with them. */
export const readForm = <F extends Fields>(fields: F, body: unknown, ctx: Ctx): { [N in keyof F]: ValueOf<F[N]> } => {
  const drafted = parseDraft(fields, body ?? {}, 'create', ctx.reader)
  if (drafted.problems) throw new InvalidBody(drafted.problems)
  return drafted.draft as never
}
