// Bodies at paths of their own.
import { type Fields, parseDraft, type ValueOf } from '@drawbridge/resource'
import { InvalidBody } from '@drawbridge/wire'
import { danglingRefs } from '../../engine/links.ts'
import type { Ctx } from '../../platform/context.ts'

type Values<F extends Fields> = { [N in keyof F]: ValueOf<F[N]> }

/** The values of a form whose references are there for the caller, or every problem with them. */
export const readForm = async <F extends Fields>(fields: F, body: unknown, ctx: Ctx): Promise<Values<F>> => {
  const drafted = parseDraft(fields, body ?? {}, 'create', ctx.reader)
  if (drafted.problems) throw new InvalidBody(drafted.problems)
  const [dangling] = await danglingRefs(fields, [drafted.draft], ctx)
  if (dangling) throw new InvalidBody(dangling)
  return drafted.draft as never
}
