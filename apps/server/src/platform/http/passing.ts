// Passes on what the gateway gives, as it comes: nothing is held here, and whoever takes it sets the pace.
import { type IncomingMessage, request } from 'node:http'
import { pathNotFound, Refusal } from '@drawbridge/wire'
import type { Answer } from './route.ts'

const ANSWER_MS = 60_000
/** Of what the gateway says, only what the browser needs to keep a file. */
const PASSED = ['content-disposition', 'content-length'] as const

export const noGateway = () =>
  new Refusal('bad_gateway', 502, { zh: '会话网关没有响应', en: 'The session gateway does not answer.' })

/** A file, whatever it is: to be kept and never shown. */
export const passFile = async (
  gateway: { readonly host: string; readonly port: number },
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> => {
  const stream = await reach({ ...gateway, path, headers })
  if (stream.statusCode !== 200) {
    stream.resume()
    throw stream.statusCode === 404 ? pathNotFound() : noGateway()
  }
  const passed = PASSED.flatMap((name) => {
    const value = stream.headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return {
    status: 200,
    stream,
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'accept-ranges': 'none',
      ...Object.fromEntries(passed),
    },
  }
}

const reach = (options: {
  host: string
  port: number
  path: string
  headers: Readonly<Record<string, string>>
}): Promise<IncomingMessage> =>
  new Promise((done, fail) => {
    const asked = request({ ...options, agent: false })
    asked.setTimeout(ANSWER_MS, () => asked.destroy(new Error('no answer')))
    asked.once('error', () => fail(noGateway()))
    asked.once('response', (stream) => {
      asked.setTimeout(0)
      done(stream)
    })
    asked.end()
  })
