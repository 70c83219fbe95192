import { passwordChangeLog } from '@drawbridge/model'
import { serve } from '../../engine/serve.ts'
import { membersOf } from './members.ts'

/** Those of the members; the root organisation has none of its own and shows all. */
export const passwordChangeLogs = serve(passwordChangeLog, {
  visible: (rows, ctx) => (ctx.org.isRoot ? rows : rows.where('t.user_id', 'in', membersOf(ctx).select('u.id'))),
})
