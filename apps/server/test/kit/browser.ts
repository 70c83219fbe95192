// A browser without a screen: keeps cookies, fills in forms, follows nothing by itself.
import { HOTP, Secret } from 'otpauth'
import { type Client, client, type Reply } from './client.ts'

export interface Browser {
  readonly cookies: Map<string, string>
  /** Attributes of the cookies as they were last set. */
  readonly setCookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<Reply>
  /** Opens a page and sends its form with these values. */
  submit(path: string, values: Record<string, string>, headers?: Record<string, string>): Promise<Reply>
  /** Sends a form as it is, with whatever it says. */
  post(path: string, values: Record<string, string>, headers?: Record<string, string>): Promise<Reply>
  /** Calls of the console: with the cookies and the token in the header. */
  api(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  /** Goes where a redirect leads, until a page comes. */
  follow(reply: Reply): Promise<Reply>
  logIn(username: string, password: string, more?: Record<string, string>): Promise<Reply>
}

export const LOGIN = '/core/auth/login/'

export const browser = (url: string, headers: Record<string, string> = {}): Browser => {
  const plain: Client = client(url, headers)
  const cookies = new Map<string, string>()
  const setCookies = new Map<string, string>()
  const send = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await plain.send(method, path, body, { ...(cookie ? { cookie } : {}), ...more })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      setCookies.set(name, line)
      if (/expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return reply
  }
  const post: Browser['post'] = (path, values, more) => send('POST', path, new URLSearchParams(values), more)
  const submit: Browser['submit'] = async (path, values, more) => {
    const form = await send('GET', path, undefined, more)
    return post(path, { ...hiddenOf(form.text), ...values }, more)
  }
  const follow: Browser['follow'] = async (reply) => {
    let now = reply
    for (let turn = 0; turn < 10 && now.status >= 300 && now.status < 400; turn++)
      now = await send('GET', now.headers.get('location') ?? '/')
    return now
  }
  return {
    cookies,
    setCookies,
    get: (path, more) => send('GET', path, undefined, more),
    post,
    submit,
    follow,
    api: (method, path, body, more) =>
      send(method, path, body, { 'x-csrftoken': cookies.get('csrftoken') ?? '', ...more }),
    logIn: (username, password, more = {}) => submit(LOGIN, { username, password, ...more }),
  }
}

export const hiddenOf = (markup: string): Record<string, string> =>
  Object.fromEntries(
    [...markup.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name, value]) => [
      name!,
      value!.replaceAll('&amp;', '&'),
    ]),
  )

/** What an authenticator shows at this moment, `later` steps on. */
export const codeAt = (secret: string, now: Date, later = 0): string =>
  HOTP.generate({ secret: Secret.fromBase32(secret), counter: Math.floor(now.getTime() / 30_000) + later, digits: 6 })

export const secretOn = (markup: string): string => /<code>([A-Z2-7 ]+)<\/code>/.exec(markup)![1]!.replaceAll(' ', '')
