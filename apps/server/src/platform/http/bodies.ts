// Bodies, by their content type. The bytes are kept beside the value: a signature may cover them.
import { malformed, tooLarge, unsupportedMedia } from '@drawbridge/wire'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export const BODY_BYTES = 10 * 1024 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    rawBody?: Buffer
  }
}

type Parse = (text: string, request: FastifyRequest) => unknown

export const parseBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  const take = (type: string | RegExp, parse: (body: Buffer, request: FastifyRequest) => unknown) =>
    app.addContentTypeParser(
      type as string,
      { parseAs: 'buffer', bodyLimit: BODY_BYTES },
      async (request: FastifyRequest, body: Buffer) => {
        request.rawBody = body
        return parse(body, request)
      },
    )
  const text = (parse: Parse) => (body: Buffer, request: FastifyRequest) => parse(body.toString('utf8'), request)
  take('application/json', text(readJson))
  take(
    'application/x-www-form-urlencoded',
    text((body) => Object.fromEntries(new URLSearchParams(body))),
  )
  take(/^text\/(csv|xlsx)/, (body) => body)
  take(/^multipart\/form-data/, (body, request) => readMultipart(body, request.headers['content-type'] ?? ''))
  take('*', (body, request) => {
    // A call without a body often names some type all the same.
    if (body.length === 0) return undefined
    if (request.routeOptions.config.route?.raw) return body
    throw unsupportedMedia(request.headers['content-type'] ?? '')
  })
}

const readJson: Parse = (text) => {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw malformed('application/json')
  }
}

export interface Upload {
  readonly filename: string
  readonly type: string
  readonly bytes: Buffer
}

/** Small forms with files; larger uploads will stream through routes of their own. */
const readMultipart = async (body: Buffer, contentType: string): Promise<Record<string, string | Upload>> => {
  let form: FormData
  try {
    form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw malformed('multipart/form-data')
  }
  const result: Record<string, string | Upload> = {}
  for (const [name, value] of form) {
    if (name === '__proto__') continue
    result[name] =
      typeof value === 'string'
        ? value
        : { filename: value.name, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) }
  }
  return result
}

export const isTooLarge = (error: unknown): boolean =>
  (error as { code?: string })?.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
export { tooLarge }
