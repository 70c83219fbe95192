// Looking on at a session that runs: asked for first, with what is to be known of it, then over a socket, which a word good once opens.
import { randomUUID } from 'node:crypto'
import { session } from '@drawbridge/model'
import { label, parseDraft, readGuid, text } from '@drawbridge/resource'
import { absent, InvalidBody, TICKET_HEADER } from '@drawbridge/wire'
import { deedOn, recordDeeds } from '../../../engine/audit.ts'
import { loadRows, showRows } from '../../../engine/read.ts'
import { hashToken } from '../../../platform/auth/token.ts'
import { useOnce } from '../../../platform/auth/use-once.ts'
import type { Ctx } from '../../../platform/context.ts'
import { requireOwnOrigin } from '../../../platform/http/csrf.ts'
import { type Answer, type Call, ok, type Route } from '../../../platform/http/route.ts'
import { joinSockets } from '../../../platform/http/sockets.ts'
import { sessions } from '../session.ts'
import { issueTicket } from '../ticket.ts'
import { carrierOf } from './carrier.ts'
import { hasRole, problemWith } from './join.ts'
import { openShare } from './open-share.ts'
import { holdWatch } from './open-watches.ts'

const area = 'terminal'
const SOCKET = '/koko/ws/monitor/'
const PURPOSE = 'terminal.watch'
const SECONDS = 30

const takes = { share: text(label('分享密钥', 'Secret of a link'), { max: 128, default: '' }) }

export const watchRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/v1/terminal/sessions/:id/watch/',
    access: ['user'],
    doc: { area, summary: label('观看会话', 'Look on at a session'), takes },
    run: (call) => ask(call),
  },
  {
    method: 'GET',
    path: SOCKET,
    access: ['user'],
    doc: {
      area,
      summary: label('实时观看会话（WebSocket）', 'Look on at a session (WebSocket)'),
      query: { entry: text(label('一次性入场凭据', 'What the question was answered with, good once')) },
      status: 101,
    },
    run: (call) => look(call),
  },
]

interface Entry {
  readonly no: string
  readonly user: string
  readonly session: string
  readonly share?: string
  /** Milliseconds since 1970. */
  readonly until: number
}

const ask = async ({ ctx, params, body }: Call): Promise<Answer> => {
  const { me, db, reader, services } = ctx
  const drafted = parseDraft(takes, body ?? {}, 'create', reader)
  if (drafted.problems) throw new InvalidBody(drafted.problems)
  const id = readGuid(params.id)
  const secret = String(drafted.draft.share)
  const ground = id
    ? await groundFor(id, secret === '' ? undefined : { secretHash: hashToken(secret) }, ctx)
    : undefined
  if (!id || !ground) throw absent(session.label)
  const [shown] = await showRows(sessions, [id], ctx.everywhere(), { detail: true })
  const { user, asset, system_user, protocol, date_start, is_finished, can_replay, can_terminate, org_id } = shown!
  const entry: Entry = {
    no: randomUUID(),
    user: me.id,
    session: id,
    share: ground.share,
    until: reader.now.getTime() + SECONDS * 1_000,
  }
  const isAdmin = me.role === 'Admin' || (await hasRole(db, me.id, String(org_id), ['Admin']))
  return ok({
    id,
    user,
    asset,
    system_user,
    protocol,
    date_start,
    is_finished,
    shared: ground.share !== undefined,
    can_terminate: Boolean(can_terminate) && isAdmin && ground.share === undefined,
    can_replay: Boolean(can_replay) && ground.share === undefined,
    entry: ground.isOpen ? services.secrets.seal(JSON.stringify(entry), PURPOSE) : null,
  })
}

const look = async ({ ctx, query, request, reply }: Call): Promise<undefined> => {
  // Any site can make a browser open a socket, cookie and all.
  requireOwnOrigin(request)
  const { me, db, services, visit } = ctx
  const entry = read(query.entry, ctx)
  if (!entry || !(await useOnce(db, `watch ${entry.no}`, new Date(entry.until)))) throw absent(session.label)
  // What was true when it was asked may have ended since.
  const ground = await groundFor(entry.session, entry.share === undefined ? undefined : { id: entry.share }, ctx)
  if (!ground?.isOpen) throw absent(session.label)
  const shared = ground.share !== undefined
  const [row] = await loadRows(sessions, [entry.session], ctx.everywhere())
  await recordDeeds([deedOn(session, 'view', row!, { monitor: [null, shared ? 'shared' : true] })], ctx)
  const gateway = await carrierOf(entry.session, ctx)
  const ticket = issueTicket(ctx, { session: entry.session, shared })
  const joined = await joinSockets({ request, reply }, gateway, SOCKET, { [TICKET_HEADER]: ticket })
  holdWatch({ session: entry.session, user: me.id, share: ground.share, visit: visit?.id }, joined, services)
  return undefined
}

interface Ground {
  readonly share?: string
  /** There is something to look at. */
  readonly isOpen: boolean
}

/** By the link they bring, or by their office. Strangers learn nothing, not even that there is such a session. */
const groundFor = async (
  id: string,
  share: { readonly id: string } | { readonly secretHash: string } | undefined,
  { me, db, reader }: Ctx,
): Promise<Ground | undefined> => {
  if (share) {
    const found = await openShare({ session: id, user: me.id, share }, db, reader.now)
    return found ? { share: found, isOpen: true } : undefined
  }
  const problem = await problemWith({ user: me.id, session: id }, db, reader.now)
  return problem === undefined || problem === 'closed' ? { isOpen: problem === undefined } : undefined
}

const read = (given: string | undefined, { me, reader, services }: Ctx): Entry | undefined => {
  if (given === undefined || given.length > 2_000) return undefined
  try {
    const entry = JSON.parse(services.secrets.open(given, PURPOSE)) as Entry
    return entry.user === me.id && entry.until > reader.now.getTime() ? entry : undefined
  } catch {
    return undefined
  }
}
