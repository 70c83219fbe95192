import { DEFAULT_ORG, loginLog } from '@drawbridge/model'
import { type Rows, serve } from '../../engine/serve.ts'
import { countVisible } from '../../engine/visible.ts'
import type { Ctx } from '../../platform/context.ts'
import { membersOf } from './members.ts'

const outcome = { true: { zh: '成功', en: 'Success' }, false: { zh: '失败', en: 'Failed' } } as const

// A login belongs to no organisation. The default one shows all of them, the others those of their members. So does the
// root organisation of the reference, which has no members and so shows none: here it shows all to those who may stand there.
const isWhole = ({ org }: Ctx): boolean => org.isRoot || org.id === DEFAULT_ORG

const visible = (rows: Rows, ctx: Ctx): Rows =>
  isWhole(ctx) ? rows : rows.where('t.username', 'in', membersOf(ctx).select('u.username'))

export const loginLogs = serve(loginLog, {
  visible,
  // Of all of them the number is kept; those of some members are counted.
  count: (ctx) => countVisible({ resource: loginLog, behaviour: isWhole(ctx) ? {} : { visible } }, ctx),
  compute: { status_display: (row, { reader }) => outcome[`${row.status}`][reader.lang] },
})
