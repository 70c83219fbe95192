// The organisation a call is about, for whoever has a place in it.
import { DEFAULT_ORG, org } from '@drawbridge/model'
import { label } from '@drawbridge/resource'
import { forbidden } from '@drawbridge/wire'
import { ok, type Route } from '../../platform/http/route.ts'

const { id, name, is_default, is_root, comment } = org.fields

export const currentOrgRoute: Route = {
  method: 'GET',
  path: `/api/v1/${org.path}/current/`,
  access: ['user'],
  doc: {
    area: 'orgs',
    summary: label('查看当前组织', 'Read the current organization'),
    gives: { id, name, is_default, is_root, comment },
  },
  run: async ({ ctx }) => {
    const { org, me } = ctx
    if (me.role !== 'Admin' && me.role !== 'Auditor' && me.orgRoles.length === 0) throw forbidden()
    return ok({
      id: org.id,
      name: org.name,
      is_default: org.id === DEFAULT_ORG,
      is_root: org.isRoot,
      comment: org.comment,
    })
  },
}
