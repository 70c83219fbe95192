// A client that says what came back, and nothing else.
export interface Reply {
  readonly status: number
  readonly body: any
  readonly text: string
  readonly headers: Headers
}

export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Reply>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  options(path: string, headers?: Record<string, string>): Promise<Reply>
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
}

/** Paths that do not begin with a slash are of the API: `users/groups/`. English unless told otherwise. */
export const client = (at: string, own: Record<string, string>): Client => {
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const raw =
      body === undefined ||
      typeof body === 'string' ||
      body instanceof Uint8Array ||
      body instanceof FormData ||
      body instanceof URLSearchParams
    const type: Record<string, string> =
      body === undefined || body instanceof FormData || body instanceof URLSearchParams
        ? {}
        : { 'content-type': 'application/json' }
    const response = await fetch(new URL(path.startsWith('/') ? path : `/api/v1/${path}`, at), {
      method,
      redirect: 'manual',
      headers: { 'accept-language': 'en', ...type, ...own, ...headers },
      body: raw ? (body as RequestInit['body']) : JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, text, headers: response.headers, body: parse(text) }
  }
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, body, headers) => send('DELETE', path, body, headers),
    options: (path, headers) => send('OPTIONS', path, undefined, headers),
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
