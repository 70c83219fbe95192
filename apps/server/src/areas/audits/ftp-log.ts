import { ftpLog } from '@drawbridge/model'
import { label } from '@drawbridge/resource'
import { orgIn, standingIn } from '../../engine/named-org.ts'
import { showRows } from '../../engine/read.ts'
import { serve } from '../../engine/serve.ts'
import { createRows } from '../../engine/write.ts'
import { created, type Route } from '../../platform/http/route.ts'

const create: Route = {
  method: 'POST',
  path: `/api/v1/${ftpLog.path}/`,
  access: ['app'],
  doc: {
    area: 'audits',
    summary: label('记录文件操作', 'Tell what was done to a file'),
    takes: ftpLog.fields,
    gives: ftpLog.fields,
    status: 201,
  },
  run: async ({ ctx, body }) => {
    const there = await standingIn(orgIn(body, ctx), ctx)
    const ids = await createRows(ftpLogs, [body ?? {}], there, { many: false })
    return created((await showRows(ftpLogs, ids, there))[0])
  },
}

/** Written once by components; nobody changes or deletes a row. */
export const ftpLogs = serve(ftpLog, { without: ['create'], routes: [create] })
