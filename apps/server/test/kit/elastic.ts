// A stub of Elasticsearch: keeps documents and answers the few calls that commands need. It proves what is asked, not what the real one would say.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

type Document = Record<string, any>
type Answer = { status: number; body: unknown }

export interface Elastic {
  readonly port: number
  /** By index and id. */
  readonly kept: Map<string, Map<string, Document>>
  /** Methods and paths as they came. */
  readonly calls: string[]
  /** What the callers showed of themselves. */
  readonly shown: (string | undefined)[]
  /** Says what to answer in place of the truth, or nothing. */
  mischief?: (method: string, path: string) => Answer | undefined
  stop(): Promise<void>
  start(): Promise<void>
}

export const openElastic = async (): Promise<Elastic> => {
  const kept: Elastic['kept'] = new Map()
  let server: Server
  const start = (port: number) =>
    new Promise<number>((done) => {
      server = createServer(async (request, reply) => {
        const parts: Buffer[] = []
        for await (const part of request) parts.push(part as Buffer)
        const { pathname } = new URL(request.url ?? '', 'http://x')
        elastic.calls.push(`${request.method} ${pathname}`)
        elastic.shown.push(request.headers.authorization)
        const wrong = elastic.mischief?.(request.method ?? '', pathname)
        const answer = wrong ?? answerTo(request.method ?? '', pathname, Buffer.concat(parts).toString(), kept)
        reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
      }).listen(port, '127.0.0.1', () => done((server.address() as AddressInfo).port))
    })
  const port = await start(0)
  const elastic: Elastic = {
    port,
    kept,
    calls: [],
    shown: [],
    start: async () => void (await start(port)),
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections()
        if (server.listening) server.close(() => done())
        else done()
      }),
  }
  return elastic
}

const failure = (status: number, type: string): Answer => ({ status, body: { error: { type }, status } })

const answerTo = (method: string, path: string, text: string, kept: Elastic['kept']): Answer => {
  const [, name = '', deed] = path.split('/')
  const index = kept.get(name)
  if (!deed && method === 'GET') return index ? { status: 200, body: {} } : failure(404, 'index_not_found_exception')
  if (!deed && method === 'PUT') {
    if (index) return failure(400, 'resource_already_exists_exception')
    kept.set(name, new Map())
    return { status: 200, body: { acknowledged: true } }
  }
  const documents = index ?? new Map<string, Document>()
  if (deed === '_bulk') return { status: 200, body: { items: added(text, documents) } }
  const asked = JSON.parse(text)
  const found = [...documents.values()].filter((one) =>
    asked.query.bool.filter.every((clause: Document) => matches(one, clause)),
  )
  if (deed === '_count') return { status: 200, body: { count: found.length } }
  if (deed === '_delete_by_query') {
    for (const { id } of found) documents.delete(id)
    return { status: 200, body: { deleted: found.length } }
  }
  if (deed !== '_search' || asked.from + asked.size > 10_000) return failure(400, 'illegal_argument_exception')
  for (const part of [...(asked.sort ?? [])].reverse()) {
    const [[field, { order }]] = Object.entries(part) as [[string, { order: string }]]
    const way = order === 'desc' ? -1 : 1
    found.sort((a, b) => (partOf(a, field) < partOf(b, field) ? -way : partOf(a, field) > partOf(b, field) ? way : 0))
  }
  const hits = found.slice(asked.from, asked.from + asked.size).map((one) => ({ _id: one.id, _source: one }))
  return { status: 200, body: { hits: { total: { value: found.length, relation: 'eq' }, hits } } }
}

const added = (text: string, documents: Map<string, Document>) => {
  const lines = text.trim().split('\n')
  return Array.from({ length: lines.length / 2 }, (_, i) => {
    const { _id } = JSON.parse(lines[2 * i]!).create
    const source = JSON.parse(lines[2 * i + 1]!)
    if (documents.has(_id))
      return { create: { _id, status: 409, error: { type: 'version_conflict_engine_exception' } } }
    if (source.input === 'refused') return { create: { _id, status: 400, error: { type: 'mapper_parsing_exception' } } }
    documents.set(_id, source)
    return { create: { _id, status: 201 } }
  })
}

const partOf = (one: Document, field: string) => one[field.replace(/\.keyword$/, '')]

const matches = (one: Document, clause: Document): boolean => {
  const [[kind, inner]] = Object.entries(clause) as [[string, Document]]
  const [[field, wanted]] = Object.entries(inner) as [[string, any]]
  const value = partOf(one, field)
  const low = (text: unknown) => String(text).toLowerCase()
  if (kind === 'term') return value === wanted
  if (kind === 'terms') return wanted.includes(value)
  if (kind === 'prefix') return low(value).startsWith(low(wanted.value))
  if (kind === 'range') return value >= (wanted.gte ?? -Infinity) && value <= (wanted.lte ?? Infinity)
  if (kind !== 'wildcard') throw new Error(`the stub knows no ${kind}`)
  const pattern = low(wanted.value).replaceAll(/\\(.)|([*])|([?])|([.+^${}()|[\]\\])/g, (_, plain, star, one, sign) =>
    plain ? `\\${plain}` : star ? '.*' : one ? '.' : `\\${sign}`,
  )
  return new RegExp(`^${pattern}$`, 's').test(low(value))
}
