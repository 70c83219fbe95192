// The accounts somebody may use anywhere: what a batch of commands can be run as.
import { systemUser } from '@drawbridge/model'
import { label } from '@drawbridge/resource'
import { sql } from 'kysely'
import { answerList } from '../../engine/routes.ts'
import { servedAt } from '../../engine/serve.ts'
import type { Route } from '../../platform/http/route.ts'
import { rulesFor } from '../../rights/rules.ts'

export const mySystemUserRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/v1/perms/system-users-permission/',
    access: ['user'],
    doc: {
      area: 'perms',
      summary: label('我被授权的系统用户', 'System users granted to me'),
      gives: systemUser.fields,
      page: true,
    },
    run: async (call) => {
      const { ctx } = call
      const rules = rulesFor({ user: ctx.me.id }, { now: ctx.reader.now })
      const one = servedAt(systemUser.path)
      const mine = sql<boolean>`t.id in (
        select s.systemuser from perms_asset_permissions_system_users_relations s where s.assetpermission in (${rules})
      )`
      return answerList(
        { ...one, behaviour: { ...one.behaviour, visible: (rows) => rows.where(mine) } },
        { ...call, ctx: ctx.everywhere() },
      )
    },
  },
]
