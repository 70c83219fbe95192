// Whose recording a caller may look into.
import { session } from '@drawbridge/model'
import { absent, forbidden } from '@drawbridge/wire'
import { keyFrom, loadRows } from '../../../engine/read.ts'
import type { Ctx } from '../../../platform/context.ts'
import { sessions } from '../session.ts'
import type { SessionRow } from './book.ts'

/** A session that the caller may look into: of their organisation, or their own. */
export const watched = async (given: string, ctx: Ctx): Promise<SessionRow> => {
  const component = ctx.me.role === 'App'
  const [row] = (await loadRows(
    sessions,
    [keyFrom(sessions, given)],
    component ? ctx.everywhere() : ctx,
  )) as SessionRow[]
  if (!row) throw absent(session.label)
  if (component && row.component !== ctx.me.id) throw forbidden()
  return row
}
