// Commands in an index outside of the server: what a query of the list means there, and what comes back as rows.
import { createHash } from 'node:crypto'
import { DEFAULT_ORG } from '@drawbridge/model'
import { readGuid, readStamp } from '@drawbridge/resource'
import type { Ctx } from '../../platform/context.ts'
import type { Query } from '../../platform/http/route.ts'
import { outboundGuard } from '../../platform/outbound.ts'
import { dialer } from '../../platform/outgoing.ts'
import { type Clause, type Document, type Index, openIndex } from '../../platform/search/elastic.ts'
import { openPart } from '../../platform/secrets/parts.ts'
import type { Services } from '../../platform/services.ts'
import { Misconfigured } from '../../platform/storage/bucket.ts'

/** People wait for it: an index that is away is told soon. */
const PATIENCE = { timeoutMs: 5_000, wholeMs: 20_000 } as const

/** Throws `Misconfigured` where it could not be called at all. */
export const commandIndex = (meta: Readonly<Record<string, unknown>>, { config, secrets }: Services): Index => {
  const hosts = (Array.isArray(meta.HOSTS) ? meta.HOSTS : []).map((host) => {
    if (typeof host !== 'string' || !/^https?:/i.test(host) || !URL.canParse(host)) throw new Misconfigured('HOSTS')
    return new URL(host)
  })
  if (hosts.length === 0) throw new Misconfigured('HOSTS')
  const index = String(meta.INDEX ?? '')
  if (!/^[a-z0-9][a-z0-9._-]{0,200}$/.test(index)) throw new Misconfigured('INDEX')
  const word = (part: unknown) => openPart(part, 'terminal_command_storages.meta', secrets) ?? part
  const [username, password] = [word(meta.USERNAME), word(meta.PASSWORD)]
  const given = {
    ...(typeof username === 'string' && username ? { username } : {}),
    ...(typeof password === 'string' ? { password } : {}),
  }
  return openIndex({ hosts, index, ...given }, dialer(outboundGuard({ allow: config.outboundAllow }), PATIENCE))
}

export const exactly = (name: string, value: string | number): Clause => ({ term: { [name]: value } })

/** As the database would narrow it: the same names, the same meaning. Whose organisation it is, the query never says. */
export const clausesOf = (query: Query, { org, reader }: Ctx): Clause[] => {
  const clauses: Clause[] = org.isRoot ? [] : [exactly('org_id.keyword', org.id)]
  const given = (name: string) => query[name]?.trim() || undefined
  for (const name of ['asset', 'system_user', 'session'] as const) {
    const value = given(name)
    if (value) clauses.push(exactly(`${name}.keyword`, value))
  }
  const [session, user, input, risk] = [given('session_id'), given('user'), given('input'), given('risk_level')]
  if (session) clauses.push(exactly('session.keyword', session))
  if (user) clauses.push({ prefix: { 'user.keyword': { value: user, case_insensitive: true } } })
  if (input) {
    const value = `*${input.replaceAll(/[*?\\]/g, (sign) => `\\${sign}`)}*`
    clauses.push({ wildcard: { 'input.keyword': { value, case_insensitive: true } } })
  }
  if (risk && /^\d{1,3}$/.test(risk)) clauses.push(exactly('risk_level', Number(risk)))
  const ids = given('ids') ?? given('id')
  if (ids) clauses.push({ terms: { 'id.keyword': ids.split(',').slice(0, 1_000) } })
  const seconds = (name: 'date_from' | 'date_to') => {
    const moment = query[name] ? readStamp(query[name], reader.zone) : undefined
    return moment && Math.floor(moment.getTime() / 1000)
  }
  const [gte, lte] = [seconds('date_from'), seconds('date_to')]
  if (gte !== undefined || lte !== undefined) clauses.push({ range: { timestamp: { gte, lte } } })
  return clauses
}

const SORTED = new Set(['timestamp', 'risk_level'])
const WORDS = new Set(['user', 'asset', 'system_user', 'input', 'session', 'id'])

export const sortOf = (order: readonly (readonly [string, 'asc' | 'desc'])[]): Clause[] =>
  order.flatMap(([name, way]) => {
    if (SORTED.has(name)) return [{ [name]: { order: way, unmapped_type: 'long' } }]
    return WORDS.has(name) ? [{ [`${name}.keyword`]: { order: way, unmapped_type: 'keyword' } }] : []
  })

export interface CommandRow {
  readonly id: string
  readonly org_id: string
  readonly user: string
  readonly asset: string
  readonly system_user: string
  readonly input: string
  readonly output: string
  readonly session: string
  readonly risk_level: number
  readonly timestamp: number
  readonly moment: number | null
}

/** What somebody else may have put there is read with care: no part longer than ours, none of another kind. */
export const rowOf = (source: Readonly<Record<string, unknown>>, key: string): CommandRow => {
  const word = (name: string, longest: number) =>
    String(source[name] ?? '')
      .replaceAll('\0', '')
      .slice(0, longest)
  const whole = (name: string) => {
    const value = Number(source[name])
    return Number.isSafeInteger(value) && value >= 0 && value < 2 ** 31 ? value : undefined
  }
  return {
    id: readGuid(source.id) ?? readGuid(key) ?? readGuid(createHash('sha256').update(key).digest('hex').slice(0, 32))!,
    org_id: readGuid(source.org_id) ?? DEFAULT_ORG,
    user: word('user', 64),
    asset: word('asset', 128),
    system_user: word('system_user', 64),
    input: word('input', 128),
    output: word('output', 1024),
    session: word('session', 36),
    risk_level: whole('risk_level') ?? 0,
    timestamp: whole('timestamp') ?? 0,
    moment: whole('moment') ?? null,
  }
}

export const documentOf = (row: CommandRow): Document => ({ ...row })

/** Takes the commands of a session out of every index that has some. */
export const removeIndexed = async (session: string, services: Services): Promise<void> => {
  const storages = await services.database.db
    .selectFrom('terminal_command_storages as s')
    .innerJoin('terminal_command_places as p', 'p.storage', 's.id')
    .select('s.meta')
    .where('p.session', '=', session)
    .execute()
  for (const { meta } of storages) await commandIndex(meta, services).remove([exactly('session.keyword', session)])
}
