// Files to and from the server, with their progress. They may take long; what ends them is silence, not length.
import { headersFor, type Query, TIMEOUT_MS, withQuery } from './client.ts'
import { Failure } from './failure.ts'

export interface Fetched {
  readonly blob: Blob
  readonly name?: string
}

export interface DownloadOptions {
  readonly query?: Query
  readonly signal?: AbortSignal
  /** Bytes so far; the whole is known only where the server says its length. */
  onProgress?(bytes: number, whole?: number): void
}

export const download = async (path: string, { query, signal, onProgress }: DownloadOptions = {}): Promise<Fetched> => {
  const stopped = new AbortController()
  const quiet = silence(() => stopped.abort())
  try {
    const response = await fetch(withQuery(path, query), {
      credentials: 'same-origin',
      headers: headersFor(),
      signal: signal ? AbortSignal.any([signal, stopped.signal]) : stopped.signal,
    })
    if (!response.ok) throw new Failure('refused', response.status, parse(await response.text()))
    const type = response.headers.get('content-type') ?? ''
    const whole = Number(response.headers.get('content-length')) || undefined
    const parts: BlobPart[] = []
    let bytes = 0
    for (const reader = response.body?.getReader(); reader; ) {
      const { done, value } = await reader.read()
      if (done) break
      quiet.heard()
      parts.push(value)
      bytes += value.byteLength
      onProgress?.(bytes, whole)
    }
    return { blob: new Blob(parts, { type }), name: fileNameOf(response.headers.get('content-disposition')) }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(signal?.aborted ? 'aborted' : stopped.signal.aborted ? 'timeout' : 'network')
  } finally {
    quiet.end()
  }
}

export interface UploadOptions {
  readonly method: 'POST' | 'PUT'
  readonly type: string
  readonly query?: Query
  readonly signal?: AbortSignal
  /** 1: all of it is there, and the server works on it. */
  onProgress?(share: number): void
}

export const upload = <T = any>(path: string, file: Blob, options: UploadOptions): Promise<T> =>
  new Promise((resolve, reject) => {
    const { method, type, query, signal, onProgress } = options
    // fetch does not tell how much of a body has gone.
    const request = new XMLHttpRequest()
    const quiet = silence(() => request.abort())
    request.open(method, withQuery(path, query))
    const headers = { Accept: 'application/json', ...headersFor(), 'Content-Type': type }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => {
      quiet.heard()
      onProgress?.(total > 0 ? loaded / total : 0)
    }
    request.onload = () => {
      const body = parse(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(body as T)
      else reject(new Failure('refused', request.status, body))
    }
    request.onerror = () => reject(new Failure('network'))
    request.onabort = () => reject(new Failure(signal?.aborted ? 'aborted' : 'timeout'))
    request.onloadend = () => quiet.end()
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })

/** Hands a file to the browser, which keeps it under its name. */
export const saveFile = ({ blob, name }: Fetched, otherwise: string): void => {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name ?? otherwise
  link.click()
  // The browser reads the address a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), TIMEOUT_MS)
}

export const fileNameOf = (disposition: string | null): string | undefined => {
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // The plain name is there as well.
    }
  }
  return /filename\s*=\s*"?([^";]+)"?/i.exec(disposition ?? '')?.[1]
}

const silence = (onEnd: () => void) => {
  let timer = setTimeout(onEnd, TIMEOUT_MS)
  return {
    heard: () => {
      clearTimeout(timer)
      timer = setTimeout(onEnd, TIMEOUT_MS)
    },
    end: () => clearTimeout(timer),
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text === '' ? undefined : text
  }
}
