// What the component that publishes remote apps needs to start one.
import { type ApplicationType, application, attributes } from '@drawbridge/model'
import { computed, id, label, object, text } from '@drawbridge/resource'
import { absent, forbidden } from '@drawbridge/wire'
import { keyFrom, loadRows } from '../../engine/read.ts'
import type { Loaded } from '../../engine/serve.ts'
import type { Ctx } from '../../platform/context.ts'
import { ok, type Route } from '../../platform/http/route.ts'
import { openPart } from '../../platform/secrets/parts.ts'
import { requireConnection } from '../../rights/open-connection.ts'
import { applications } from './application.ts'

const PROGRAM = '||jmservisor'

const fields = {
  id: id({ readOnly: true }),
  name: application.fields.name,
  asset: computed<string>('string', label('资产', 'Asset')),
  parameter_remote_app: object(label('启动参数', 'Start parameters'), {
    program: text(label('程序', 'Program')),
    working_directory: text(label('工作目录', 'Working directory')),
    parameters: text(label('参数', 'Parameters')),
  }),
}

export const remoteAppRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/v1/applications/remote-apps/:id/connection-info/',
    access: ['app'],
    doc: {
      area: 'applications',
      summary: label('远程应用的连接信息', 'Connection info of a remote app'),
      gives: fields,
    },
    run: async ({ ctx, params }) => {
      const [row] = (await loadRows(applications, [keyFrom(applications, params.id!)], ctx)) as Loaded<
        typeof application
      >[]
      if (!row) throw absent(application.label)
      if (row.category !== 'remote_app') throw forbidden()
      await requireConnection(ctx, { asset: row.attrs.asset ?? '' })
      return ok({
        id: row.id,
        name: row.name,
        asset: row.attrs.asset ?? null,
        parameter_remote_app: { program: PROGRAM, working_directory: '', parameters: parametersOf(row, ctx) },
      })
    },
  },
]

/** The type and the values that are there, in the order of the fields; the path in quotes, as it has blanks. */
const parametersOf = ({ type, attrs }: Loaded<typeof application>, ctx: Ctx): string => {
  const values = Object.entries(attributes[type as ApplicationType]).flatMap(([name, field]) => {
    const value = attrs[name]
    if (name === 'asset' || value === null || value === undefined || value === '') return []
    if (field.sealed) return openPart(value, `${application.table}.attrs`, ctx.services.secrets) ?? []
    return [name === 'path' ? `"${value}"` : String(value)]
  })
  return [type, ...values].join(' ')
}
