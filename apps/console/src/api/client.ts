// The one way to the server: headers, time limit, body only, no retries; what fails is told to whoever listens.
import { COOKIE, readCookie } from './cookies.ts'
import { Failure } from './failure.ts'

export const TIMEOUT_MS = 60_000
/** After the last answer: see that the login still stands. */
export const ACTIVITY_MS = 30_000
const PROFILE = '/api/v1/users/profile/'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface CallOptions {
  readonly query?: Query
  readonly body?: unknown
  /** A file goes as it is, under its own content type. */
  readonly type?: string
  /** False: the caller says itself what went wrong. */
  readonly flash?: boolean
  /** A refusal that the caller has an answer to. */
  readonly expects?: number
  /** The state the object was read in: where it is in another one by now, the write is refused with 409. */
  readonly seen?: string
  readonly signal?: AbortSignal
  readonly org?: string
  /** Nobody asked for this: it only looks whether the login still stands. */
  readonly watch?: boolean
}

type Listener = (failure: Failure, at: { method: Method; path: string; flash: boolean; watch: boolean }) => void
const listeners = new Set<Listener>()
let organisation: string | undefined
let activity: ReturnType<typeof setTimeout> | undefined

/** Hears of every call that failed. */
export const onFailure = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOrganisation = (id: string | undefined): void => {
  organisation = id
}

export const call = async <T = any>(method: Method, path: string, options: CallOptions = {}): Promise<T> => {
  const { flash = true, watch = false } = options
  try {
    const body = await send(method, path, options)
    if (!path.includes('/users/profile/')) watchLogin()
    return body as T
  } catch (error) {
    const failure = error instanceof Failure ? error : new Failure('network')
    if (failure.reason !== 'aborted')
      for (const listener of listeners)
        listener(failure, { method, path, flash: flash && failure.status !== options.expects, watch })
    throw failure
  }
}

export const get = <T = any>(path: string, options?: CallOptions): Promise<T> => call('GET', path, options)
export const post = <T = any>(path: string, body?: unknown, options?: CallOptions): Promise<T> =>
  call('POST', path, { ...options, body })
export const put = <T = any>(path: string, body?: unknown, options?: CallOptions): Promise<T> =>
  call('PUT', path, { ...options, body })
export const patch = <T = any>(path: string, body?: unknown, options?: CallOptions): Promise<T> =>
  call('PATCH', path, { ...options, body })
export const del = <T = any>(path: string, options?: CallOptions): Promise<T> => call('DELETE', path, options)

export const headersFor = (org: string | undefined = organisation): Record<string, string> => ({
  'X-CSRFToken': readCookie(COOKIE.csrf) ?? '',
  ...(org ? { 'X-JMS-ORG': org } : {}),
  'X-TZ': timeZone(),
})

let zone: string | undefined
/** Asked once: the browser takes longer to tell than most calls take to prepare. */
const timeZone = (): string => {
  zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone
}

const send = async (
  method: Method,
  path: string,
  { query, body, type, signal, org, seen }: CallOptions,
): Promise<unknown> => {
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  const form = body instanceof FormData
  const raw = body instanceof Blob || body instanceof ArrayBuffer || typeof body === 'string' || form
  let response: Response
  try {
    response = await fetch(withQuery(path, query), {
      method,
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json',
        ...headersFor(org ?? organisation),
        ...(body === undefined || form ? {} : { 'Content-Type': type ?? 'application/json' }),
        ...(seen ? { 'If-Match': seen } : {}),
      },
      body: body === undefined ? undefined : raw ? (body as BodyInit) : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
  } catch {
    if (signal?.aborted) throw new Failure('aborted')
    throw new Failure(limit.aborted ? 'timeout' : 'network')
  }
  return read(response)
}

const read = async (response: Response): Promise<unknown> => {
  const text = await response.text().catch(() => {
    throw new Failure('network')
  })
  const isJson = (response.headers.get('content-type') ?? '').includes('json')
  let body: unknown = text === '' ? undefined : text
  if (isJson && text !== '') {
    try {
      body = JSON.parse(text)
    } catch {
      throw new Failure('unreadable', response.status)
    }
  }
  if (!response.ok) throw new Failure('refused', response.status, body)
  // A page where data was asked for: a proxy or a login in between.
  if (text !== '' && !isJson && text.trimStart().startsWith('<')) throw new Failure('unreadable', response.status)
  const state = response.headers.get('etag')
  if (state && typeof body === 'object' && body !== null) states.set(body, state)
  return body
}

const states = new WeakMap<object, string>()

/** The state in which an object was read, where the server gives it a name. */
export const stateOf = (body: object): string | undefined => states.get(body)

/** Empty values are left out, the rest is trimmed. */
export const withQuery = (path: string, query: Query = {}): string => {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    const text = value === null || value === undefined ? '' : String(value).trim()
    return text === '' ? [] : [[name, text]]
  })
  if (pairs.length === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(pairs)}`
}

const watchLogin = (): void => {
  clearTimeout(activity)
  activity = setTimeout(() => {
    call('GET', PROFILE, { flash: false, watch: true }).catch(() => undefined)
  }, ACTIVITY_MS)
}
