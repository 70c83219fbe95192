// The door of the server: every request gets a reader, an identity, an organisation and a check, in this order, before its route runs.

import { may } from '@drawbridge/model'
import type { Reader } from '@drawbridge/resource'
import {
  forbidden,
  InvalidBody,
  licenceRequired,
  methodNotAllowed,
  notAuthenticated,
  pathNotFound,
  Refusal,
} from '@drawbridge/wire'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { parseAuthorization } from '../auth/authorization.ts'
import { clientAddress, isHttps } from '../auth/client-address.ts'
import { type Identified, identify } from '../auth/identify.ts'
import { sameText } from '../auth/token.ts'
import { giveVisit } from '../auth/visit-cookies.ts'
import { VISIT_COOKIE } from '../auth/visits.ts'
import { type Caller, type Ctx, createContext, rootOrgOf } from '../context.ts'
import { asRefusal } from '../db/refusals.ts'
import { networks } from '../networks.ts'
import { ORG_COOKIE, ORG_HEADER, type OrgAsked, orgAsked, resolveOrg } from '../orgs.ts'
import type { Services } from '../services.ts'
import { isTooLarge, parseBodies, tooLarge } from './bodies.ts'
import { requireCsrf } from './csrf.ts'
import { securityHeaders } from './headers.ts'
import { movedTo } from './legacy.ts'
import { observe } from './metrics.ts'
import { readerOf } from './reader.ts'
import type { Query, Route } from './route.ts'
import { acceptSockets } from './sockets.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every way in that the router knows, however it got there. */
    doors: Door[]
  }
  interface FastifyContextConfig {
    route?: Route
  }
  interface FastifyRequest {
    identified?: Identified
    reader: Reader
    address: string
    secure: boolean
  }
}

export interface Door {
  readonly method: string
  readonly path: string
  readonly route?: Route
}

export interface Faces {
  /** A refusal as a page, for people who came with a browser rather than a program. */
  refusal(refusal: Refusal, reader: Reader): string
  failure(reader: Reader): string
  loginPath(next: string): string
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

export const createApp = async (
  services: Services,
  routes: readonly Route[],
  faces: Faces,
): Promise<FastifyInstance> => {
  const app = fastify({
    logger: false,
    exposeHeadRoutes: false,
    requestTimeout: 120_000,
    // A sheet of a hundred thousand rows is silent for a while before its answer comes.
    connectionTimeout: 600_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 8_000, ignoreTrailingSlash: false },
  })
  app.decorate('doors', [])
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat()) app.doors.push({ method: one, path: url, route: config?.route })
  })
  await app.register(cookie)
  parseBodies(app)
  const trustedProxies = networks(services.config.trustedProxies)
  app.decorateRequest('reader')
  app.decorateRequest('address', '')
  app.decorateRequest('secure', false)
  app.addHook('onRequest', async (request) => {
    const arrival = { peer: request.socket.remoteAddress, headers: request.headers, trustedProxies }
    request.reader = readerOf(request, services.now())
    request.address = clientAddress(arrival)
    request.secure = isHttps({ ...arrival, encrypted: false })
  })
  app.addHook('onRequest', (request, reply) => admitEarly(request, reply, services))
  app.addHook('onSend', async (request, reply) => {
    for (const [name, value] of securityHeaders(request.secure)) {
      // A route may let a file of the product be kept; everything else is forgotten at once.
      if (name !== 'cache-control' || !reply.hasHeader(name)) reply.header(name, value)
    }
  })
  observe(app)
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      config: { route },
      handler: (request, reply) => runRoute(route, request, reply, services),
    })
  }
  acceptSockets(app)
  app.setNotFoundHandler((request, reply) => nowhere(request, reply, routes, faces))
  app.setErrorHandler((error, request, reply) => refused(error, request, reply, services, faces))
  return app
}

/** Refuses strangers before their body is read, unless the credential itself covers the body. */
const admitEarly = async (request: FastifyRequest, reply: FastifyReply, services: Services): Promise<void> => {
  const { route } = request.routeOptions.config
  if (!route || route.alone) return
  const { kind } = parseAuthorization(request.headers.authorization)
  if ((kind === 'sign' || kind === 'signature') && !SAFE.has(request.method)) return
  request.identified = await whoIs(route, request, services)
  if (!request.identified?.user && !route.access.includes('anonymous') && !route.access.includes('bootstrap'))
    throw notAuthenticated()
  const { keepFor, visit } = request.identified ?? {}
  // A browser forgets a cookie at the date it was given with, however much the visit was used since.
  if (keepFor && visit) giveVisit({ request, reply }, { cookie: request.cookies[VISIT_COOKIE]!, visit }, keepFor)
}

const whoIs = (route: Route, request: FastifyRequest, services: Services): Promise<Identified | undefined> =>
  identify(
    {
      method: request.method,
      target: request.raw.url ?? request.url,
      headers: request.headers,
      body: request.rawBody,
      cookie: request.cookies[VISIT_COOKIE],
      address: request.address,
      now: request.reader.now,
      org: askedBy(route, request),
    },
    services,
  )

const askedBy = (route: Route, request: FastifyRequest): OrgAsked =>
  orgAsked(route.access.includes('anonymous') ? undefined : orgNamedBy(request))

const orgNamedBy = (request: FastifyRequest): string | undefined => {
  const header = request.headers[ORG_HEADER]
  return (
    queryOf(request).oid ||
    (typeof header === 'string' ? header : '') ||
    request.cookies[ORG_COOKIE] ||
    request.identified?.visit?.data.oid
  )
}

const runRoute = async (route: Route, request: FastifyRequest, reply: FastifyReply, services: Services) => {
  if (!route.alone) request.identified ??= await whoIs(route, request, services)
  const ctx = await contextOf(route, request, services)
  if (!may(ctx.caller, route.access) && !(route.access.includes('bootstrap') && knowsBootstrap(request, services))) {
    throw ctx.caller ? forbidden() : notAuthenticated()
  }
  if (route.licensed && services.licence.at(ctx.reader.now).state !== 'valid') throw licenceRequired()
  const changes = !SAFE.has(request.method) || route.unsafeGet
  if (changes && !route.ownCsrf && ctx.caller?.via === 'session') requireCsrf(request, ctx.visit)
  const answer = await route.run({
    ctx,
    params: request.params as Record<string, string>,
    query: queryOf(request),
    body: request.body,
    request,
    reply,
  })
  if (!answer) return reply
  reply.code(answer.status).headers(answer.headers ?? {})
  if (answer.stream) return reply.send(answer.stream)
  if (answer.body === undefined) return reply.send()
  if (typeof answer.body === 'string' && answer.headers?.['content-type']) return reply.send(answer.body)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body))
}

const contextOf = async (route: Route, request: FastifyRequest, services: Services): Promise<Ctx> => {
  const { db } = services.database
  const { identified, reader } = request
  const user = identified?.user
  // What a visit remembers was not known when its user was looked up.
  const standpoint = identified?.visit?.data.oid ? undefined : identified?.standpoint
  const { org, roles } = route.alone
    ? { org: rootOrgOf(reader), roles: [] }
    : (standpoint ??
      (await resolveOrg(db, {
        asked: askedBy(route, request),
        user: user?.id,
        reader,
        writes: !SAFE.has(request.method),
      })))
  const caller: Caller | undefined = user && {
    ...user,
    via: identified.via,
    orgRoles: roles,
    mfaVerified: identified.visit?.data.mfa_verified,
  }
  const userAgent = String(request.headers['user-agent'] ?? '')
  return createContext({ services, org, reader, address: request.address, userAgent, caller, visit: identified?.visit })
}

const knowsBootstrap = (request: FastifyRequest, { config }: Services): boolean => {
  const given = parseAuthorization(request.headers.authorization)
  return Boolean(config.bootstrapToken && given.kind === 'bootstrap' && sameText(given.token, config.bootstrapToken))
}

/** Of a name given twice, the last counts. */
const queryOf = (request: FastifyRequest): Query => {
  const result: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(request.query as Record<string, string | string[]>)) {
    result[name] = Array.isArray(value) ? (value.at(-1) ?? '') : value
  }
  return result
}

const nowhere = (request: FastifyRequest, reply: FastifyReply, routes: readonly Route[], faces: Faces) => {
  const moved = movedTo(request.url)
  if (moved) return reply.redirect(moved, 307)
  const [path = '', query] = request.url.split(/\?(.*)/s)
  const isSafe = SAFE.has(request.method)
  if (!path.endsWith('/') && routes.some((route) => matches(route.path, `${path}/`))) {
    return reply.redirect(`${path}/${query ? `?${query}` : ''}`, isSafe ? 301 : 308)
  }
  const here = routes.filter((route) => matches(route.path, path))
  if (here.length > 0) {
    reply.header('allow', here.map((route) => route.method).join(', '))
    throw methodNotAllowed(request.method)
  }
  if (path.startsWith('/api/') || String(request.headers['content-type'] ?? '').includes('application/json')) {
    throw new Refusal('not_found', 404, pathNotFound().wording, (lang) => ({
      detail: pathNotFound().wording[lang],
      code: 'not_found',
      error: 'Not found',
    }))
  }
  return reply.code(404).type('text/html; charset=utf-8').send(faces.refusal(pathNotFound(), request.reader))
}

const patterns = new Map<string, RegExp>()

const matches = (pattern: string, path: string): boolean => {
  let known = patterns.get(pattern)
  if (!known) {
    known = new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`)
    patterns.set(pattern, known)
  }
  return known.test(path)
}

const refused = (error: unknown, request: FastifyRequest, reply: FastifyReply, services: Services, faces: Faces) => {
  const reader = request.reader ?? readerOf({ headers: {}, cookies: {} }, services.now())
  const known = asRefusal(error) ?? httpRefusal(error, request)
  const page = request.routeOptions?.config?.route?.page
  if (!known) {
    services.log.error('a request failed', { method: request.method, path: request.url.split('?')[0], error })
    if (page) return reply.code(500).type('text/html; charset=utf-8').send(faces.failure(reader))
    return reply.code(500).send({ error: 'Server internal error' })
  }
  if (page && known.status === 401) return reply.redirect(faces.loginPath(SAFE.has(request.method) ? request.url : '/'))
  if (known.status === 401) reply.header('www-authenticate', 'Sign access_key_id:Signature')
  if (page && !(known instanceof InvalidBody))
    return reply.code(known.status).type('text/html; charset=utf-8').send(faces.refusal(known, reader))
  return reply
    .code(known.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(known.say(reader.lang)))
}

const httpRefusal = (error: unknown, request: FastifyRequest): Refusal | undefined => {
  if (isTooLarge(error)) {
    if (/^text\/(csv|xlsx)/.test(String(request.headers['content-type']))) return tooLarge()
    return new Refusal('too_large', 413, { zh: '请求内容过大', en: 'The request body is too large' })
  }
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Refusal('unsupported_media_type', 415, {
      zh: '不支持请求中的媒体类型。',
      en: 'Unsupported media type in request.',
    })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Refusal('bad_request', statusCode, { zh: '请求无效', en: 'Bad request' })
  }
  return undefined
}
