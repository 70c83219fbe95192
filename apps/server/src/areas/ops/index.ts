import { whenOrganisationGoes } from '../../engine/organisation.ts'
import type { Route } from '../../platform/http/route.ts'
import { jobLogRoutes } from './job-log.ts'
import { jobPageRoutes } from './job-page.ts'
import { jobSocketRoutes } from './job-socket.ts'

export const opsRoutes: Route[] = [...jobLogRoutes, ...jobPageRoutes, ...jobSocketRoutes]

whenOrganisationGoes(async (orgs, { db }) => {
  if (orgs.length > 0)
    await db
      .deleteFrom('ops_jobs')
      .where('org_id', 'in', [...orgs])
      .execute()
})
