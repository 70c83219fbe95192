// Labels, and their names with all values of each.
import { assetLabel } from '@drawbridge/model'
import { label, readFlag } from '@drawbridge/resource'
import { sql } from 'kysely'
import { narrow } from '../../engine/narrow.ts'
import { answerList } from '../../engine/routes.ts'
import { serve, servedAt } from '../../engine/serve.ts'
import { pageOf } from '../../engine/sheets.ts'
import { untyped, visibleRows } from '../../engine/visible.ts'
import { type Answer, type Call, ok } from '../../platform/http/route.ts'

const LIST = `/api/v1/${assetLabel.path}/`

serve(assetLabel, {
  // Answered before the list is read.
  narrow: { distinct: (rows) => rows },
  without: ['list'],
  routes: [
    {
      method: 'GET',
      path: LIST,
      access: assetLabel.may.read,
      doc: {
        area: 'assets',
        summary: label('列出标签', 'List label'),
        gives: assetLabel.fields,
        page: true,
        query: assetLabel.filters,
      },
      run: (call) => (readFlag(call.query.distinct) ? answerNames(call) : answerList(labels, call)),
    },
  ],
})

const labels = servedAt(assetLabel.path)

/** One row a name. */
const answerNames = async ({ ctx, query }: Call): Promise<Answer> => {
  const { distinct: _distinct, ...rest } = query
  const { rows } = await narrow(labels, visibleRows(labels, ctx), rest, ctx)
  const names = rows
    .select(['t.name', sql<string>`string_agg(t.value, ',' order by t.value)`.as('value')] as never)
    .groupBy('t.name')
  const page = pageOf(query)
  const ordered = names.orderBy('t.name')
  if (!page) return ok(await ordered.execute())
  const { n } = (await untyped(ctx)
    .selectFrom(names.as('names') as never)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow()) as { n: number }
  const results = await ordered.limit(page.limit).offset(page.offset).execute()
  return ok({ count: Number(n), next: null, previous: null, results })
}
