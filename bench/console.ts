// The console beside the figures of the reference console: bytes and requests, times to the first rows, pages, forms, a large tree.
import { fileURLToPath } from 'node:url'
import { consoleRoutes } from '@drawbridge/server/areas/console/index'
import { openVisit } from '@drawbridge/server/platform/auth/visits'
import { openBuiltFiles } from '@drawbridge/server/platform/built-files'
import { type Figure, print, SLOW } from './browser/figure.ts'
import { makeUpRows, makeUpTree, TENTH_NODE, tree, WIDE, wide } from './browser/kit.ts'
import { FIRST_ROW, list, wire } from './browser/list.ts'
import { type Arrival, openBrowser, visit } from './browser/visit.ts'
import { openStage, type Stage } from './stage.ts'

const USERS = 1_000
const A_DAY_IN_SECONDS = 86_400
const BUILT_STAGE = fileURLToPath(new URL('../../apps/console/stage/dist', import.meta.url))

const stage = await openStage({
  routes: consoleRoutes({ at: '/stage/', home: '/', files: openBuiltFiles(BUILT_STAGE) }),
})
const browser = await openBrowser()
try {
  const cookies = await comeIn(stage)
  await seed(stage)
  const to = (path: string, more: Partial<Arrival> = {}): Arrival => ({
    url: new URL(path, stage.server.url).href,
    cookies,
    selector: FIRST_ROW,
    ...more,
  })
  // The first visit warms up what every server has warm: its files and its database.
  await (await visit(browser, to('/ui/users/users'))).close()
  const users = '/ui/users/users'
  const figures: Figure[] = [
    ...(await wire(browser, to(users))),
    ...(await list(browser, to(users), 1)),
    ...(await list(browser, to(users, { slowDown: SLOW }), SLOW)),
    ...(await tree(browser, to('/stage/nodes', { selector: TENTH_NODE, prepare: makeUpTree }))),
    ...(await wide(browser, to(WIDE, { prepare: makeUpRows }))),
  ]
  print(figures, browser.version())
} finally {
  await browser.close()
  await stage.close()
}

async function comeIn({ server }: Stage): Promise<Record<string, string>> {
  const { db } = server.services.database
  const now = new Date()
  const admin = await db
    .updateTable('users_users')
    .set({ is_first_login: false, date_password_last_updated: now })
    .where('username', '=', 'admin')
    .returning('id')
    .executeTakeFirstOrThrow()
  const { cookie, visit } = await openVisit(db, {
    user: admin.id,
    seconds: A_DAY_IN_SECONDS,
    address: '127.0.0.1',
    userAgent: 'bench',
    now,
  })
  return { sessionid: cookie, csrftoken: visit.csrf, django_language: 'en' }
}

async function seed({ bare, org }: Stage): Promise<void> {
  await bare.query(
    `with made as (
       insert into users_users (id, name, username, email, date_joined, date_expired)
       select gen_random_uuid(), 'Person ' || i, 'person' || i, 'person' || i || '@example.com', now(), now() + interval '9 years'
       from generate_series(1, $2::int) i returning id)
     insert into orgs_org_member_relation (org, "user", role) select $1, id, 'User' from made`,
    [org, USERS],
  )
}
