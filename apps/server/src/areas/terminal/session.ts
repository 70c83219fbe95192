// Sessions: told by the component that carries them, and by no other; what was is never changed.
import { endings, session } from '@drawbridge/model'
import { type Draft, label, readGuid } from '@drawbridge/resource'
import { sql } from 'kysely'
import { orgIn, standingIn } from '../../engine/named-org.ts'
import { showRows } from '../../engine/read.ts'
import { routesOf } from '../../engine/routes.ts'
import { type Loaded, serve } from '../../engine/serve.ts'
import { createRows } from '../../engine/write.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Answer, type Call, created, type Route } from '../../platform/http/route.ts'
import { accountOfTerminal, componentOf } from './component.ts'
import { writeManifest } from './recording/book.ts'
import { arrangeCarrying, placeWords } from './recording/places.ts'

const LIST = `/api/v1/${session.path}/`

const JOINED = new Set(['ssh', 'telnet', 'k8s'])
const NOT_ENDED = new Set(['mysql', 'mariadb', 'oracle', 'postgresql'])

const create: Route = {
  method: 'POST',
  path: LIST,
  access: ['app'],
  doc: {
    area: 'terminal',
    summary: label('创建会话', 'Create session'),
    takes: session.fields,
    gives: session.fields,
    many: true,
    status: 201,
  },
  run: (call) => begin(call),
}

export const sessions = serve(session, {
  without: ['create'],
  select: {
    component: accountOfTerminal,
    recorded: () => sql`exists (select from terminal_recordings r where r.session = t.id)`,
    replay_state: () => sql`(
      select json_build_object('storage', r.name, 'state', p.state, 'tries', p.tries)
      from terminal_replay_places p join terminal_replay_storages r on r.id = p.storage where p.session = t.id
    )`,
    command_amount: () => sql`(
      (select count(*) from terminal_commands c where c.session = t.id::text)
      + (select count(*) from terminal_commands_waiting w where w.session = t.id::text)
      + (select coalesce(sum(p.amount), 0) from terminal_command_places p where p.session = t.id)
    )::integer`,
  },
  compute: {
    // Of a component that died there is what had come until then.
    can_replay: (row) => row.has_replay || (row.is_finished && row.recorded),
    // What the server itself let in is carried by one of ours, which can show and end a database as well.
    can_join: (row) => !row.is_finished && (JOINED.has(row.protocol) || row.actions !== null),
    can_terminate: (row) => !row.is_finished && (!NOT_ENDED.has(row.protocol) || row.actions !== null),
    replay_state: ({ replay_state: place }, { reader }) => (place ? placeWords(place)[reader.lang] : ''),
    end_reason_display: (row, { reader }) =>
      Object.hasOwn(endings, row.end_reason)
        ? endings[row.end_reason as keyof typeof endings][reader.lang]
        : row.end_reason,
  },
  mayTouch: (row, _verb, { me }) => row.component === me.id,
  check: (draft, { ctx, row }) => (row ? ending(draft, row, ctx) : undefined),
  saving: async (_draft, { ctx, row }) =>
    row ? {} : { terminal: (await componentOf(ctx)).id, date_seen: ctx.reader.now },
  saved: async (changes, ctx) => {
    const { services } = ctx
    for (const { row, draft } of changes) {
      if (!(draft.is_finished || draft.has_replay) || !row.is_finished || !row.has_replay) continue
      await arrangeCarrying(row, ctx.db, ctx.reader.now)
      ctx.afterCommit(() => writeManifest(row, services.database.db, services))
    }
  },
  routes: [create],
})

/** How a session ended is told; who was where is not told anew. */
const TOLD = new Set(['is_success', 'is_finished', 'has_replay', 'date_end', 'end_reason'])

const again = label('已结束的会话不能重新开始', 'A finished session cannot begin again.')

const ending = async (draft: Draft<typeof session>, row: Loaded<typeof session>, { reader, db }: Ctx) => {
  for (const name of Object.keys(draft)) if (!TOLD.has(name)) delete draft[name as keyof typeof draft]
  if (row.is_finished && draft.is_finished === false) return { is_finished: [again[reader.lang]] }
  if (draft.is_finished && !row.is_finished) draft.date_end ??= reader.now
  // Only what has come can be played.
  if (draft.has_replay && !row.has_replay) {
    const known = await db
      .selectFrom('terminal_recordings')
      .select('session')
      .where('session', '=', row.id)
      .executeTakeFirst()
    draft.has_replay = known !== undefined
  }
  return undefined
}

/** In the organisation of the call; where that is the root, each body names its own. */
const begin = async ({ ctx, body }: Call): Promise<Answer> => {
  await componentOf(ctx)
  const many = Array.isArray(body)
  const bodies = await Promise.all((many ? body : [body ?? {}]).map((one) => withName(one, ctx)))
  const ids = await ctx.atomically(async (ctx) => {
    const made: (string | number)[] = []
    for (const [org, mine] of groupedBy(bodies, (one) => orgIn(one, ctx)))
      made.push(...(await createRows(sessions, mine, await standingIn(org, ctx), { many })))
    return made
  })
  const shown = await showRows(sessions, ids, ctx, { detail: !many })
  return created(many ? shown : shown[0])
}

const groupedBy = <T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}

/** Some components name the system user by its id. */
const withName = async (body: unknown, { db }: Ctx): Promise<unknown> => {
  const id = readGuid((body as { system_user?: unknown } | null)?.system_user)
  if (!id) return body
  const found = await db.selectFrom('assets_system_users').select('name').where('id', '=', id).executeTakeFirst()
  return found ? { ...(body as object), system_user: found.name } : body
}

/** The same view below a terminal; the contract does not narrow it. */
export const sessionRoutes: Route[] = routesOf(sessions)
  .filter(({ path }) => path === LIST)
  .map((route) => ({ ...route, path: '/api/v1/terminal/terminals/:terminal_id/sessions/' }))
