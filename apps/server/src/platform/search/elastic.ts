// An index of Elasticsearch 7 or newer, or of OpenSearch, by the few calls that commands need. The first host that answers is asked.
import { label } from '@drawbridge/resource'
import { type Dial, type Incoming, type Outgoing, Unreachable } from '../outgoing.ts'

export interface IndexPlace {
  readonly hosts: readonly URL[]
  readonly index: string
  readonly username?: string
  readonly password?: string
}

export type Document = Readonly<Record<string, unknown>> & { readonly id: string }
export type Clause = Readonly<Record<string, unknown>>

export interface Asked {
  readonly filter: readonly Clause[]
  readonly sort?: readonly Clause[]
  readonly from: number
  readonly size: number
}

export interface Taken {
  /** Now in the index for the first time. */
  readonly fresh: readonly string[]
  /** There already: sent once more after an answer that was lost. */
  readonly known: readonly string[]
  /** Not taken, by the index's short word for why. */
  readonly refused: ReadonlyMap<string, string>
}

export interface Index {
  /** Answers, and is there; made where it is not. */
  prepare(): Promise<void>
  add(documents: readonly Document[]): Promise<Taken>
  search(asked: Asked): Promise<{ count: number; hits: readonly { id: string; source: Record<string, unknown> }[] }>
  count(filter: readonly Clause[]): Promise<number>
  remove(filter: readonly Clause[]): Promise<void>
}

/** No page lies deeper: the index refuses it. */
export const DEEPEST = 10_000

const MOST = 64 * 1024 * 1024

/** Texts as they are, and as single words to be compared; never guessed to be dates. */
const MAPPING = { mappings: { date_detection: false, numeric_detection: false } }

export const openIndex = (place: IndexPlace, dial: Dial): Index => {
  const { index } = place
  const ask = async (method: Outgoing['method'], path: string, body?: string, type = 'application/json') => {
    let away: unknown
    for (const host of place.hosts) {
      try {
        const url = new URL(path, host.origin)
        const headers = { accept: 'application/json', 'content-type': type, ...credentials(place) }
        const answer = await dial({
          method,
          url,
          headers,
          body: body === undefined ? undefined : Buffer.from(body),
          most: MOST,
        })
        if (answer.status < 500 && answer.status !== 429) return { url, answer }
        away = refused(url, answer)
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
        away = error
      }
    }
    throw away
  }
  const must = async (method: Outgoing['method'], path: string, body?: string, type?: string): Promise<unknown> => {
    const { url, answer } = await ask(method, path, body, type)
    if (answer.status >= 300) throw refused(url, answer)
    return parsed(url, answer)
  }
  return {
    prepare: async () => {
      const { url, answer } = await ask('GET', `/${index}`)
      if (answer.status < 300) return
      if (answer.status !== 404) throw refused(url, answer)
      const made = await ask('PUT', `/${index}`, JSON.stringify(MAPPING))
      // Two servers may make it at once.
      if (made.answer.status >= 300 && !made.answer.body.includes('already_exists'))
        throw refused(made.url, made.answer)
    },
    add: async (documents) => {
      const lines = documents.flatMap((one) => [JSON.stringify({ create: { _id: one.id } }), JSON.stringify(one)])
      return takenOf(await must('POST', `/${index}/_bulk`, `${lines.join('\n')}\n`, 'application/x-ndjson'), documents)
    },
    search: async ({ filter, sort, from, size }) => {
      const body = { query: { bool: { filter } }, from, size, sort, track_total_hits: true }
      return foundOf(await must('POST', `/${index}/_search?ignore_unavailable=true`, JSON.stringify(body)))
    },
    count: async (filter) => {
      const body = JSON.stringify({ query: { bool: { filter } } })
      return numberOf(partOf(await must('POST', `/${index}/_count?ignore_unavailable=true`, body), 'count'))
    },
    remove: async (filter) => {
      const body = JSON.stringify({ query: { bool: { filter } } })
      await must('POST', `/${index}/_delete_by_query?ignore_unavailable=true&conflicts=proceed`, body)
    },
  }
}

const credentials = ({ username, password }: IndexPlace): Record<string, string> =>
  username ? { authorization: `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` } : {}

/** Only the index's own short words: its longer ones may repeat what it was sent. */
const refused = (url: URL, { status, body }: Incoming): Unreachable => {
  const told = /"type"\s*:\s*"(\w{1,64})"/.exec(body.subarray(0, 4_096).toString('utf8'))?.[1]
  const rest = `${status}${told ? ` ${told}` : ''}`
  return new Unreachable(url, label(`返回 ${rest}`, `answered ${rest}`))
}

const parsed = (url: URL, { body }: Incoming): unknown => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new Unreachable(url, label('应答不是 JSON', 'the answer is no JSON'))
  }
}

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

const numberOf = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : 0)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const takenOf = (answer: unknown, documents: readonly Document[]): Taken => {
  const [fresh, known, refused] = [[] as string[], [] as string[], new Map<string, string>()]
  const items = listOf(partOf(answer, 'items'))
  for (const [i, { id }] of documents.entries()) {
    const told = partOf(items[i], 'create')
    const status = partOf(told, 'status')
    if (status === 201 || status === 200) fresh.push(id)
    else if (status === 409) known.push(id)
    else refused.set(id, String(partOf(partOf(told, 'error'), 'type') ?? status ?? 'no answer').slice(0, 64))
  }
  return { fresh, known, refused }
}

const foundOf = (answer: unknown) => {
  const hits = partOf(answer, 'hits')
  const total = partOf(hits, 'total')
  return {
    count: numberOf(typeof total === 'number' ? total : partOf(total, 'value')),
    hits: listOf(partOf(hits, 'hits')).map((hit) => ({
      id: String(partOf(hit, '_id') ?? ''),
      source: (partOf(hit, '_source') ?? {}) as Record<string, unknown>,
    })),
  }
}
