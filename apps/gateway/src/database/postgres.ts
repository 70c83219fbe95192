// PostgreSQL: one statement at a time, as many rows as are shown, and a way to cancel it.
import pg from 'pg'
import { DialFailure, type Path } from '../session/line.ts'
import { within } from '../session/within.ts'
import { Complaint, type Engine, LIMITS, type Listener, type OpenEngine, type Opening } from './engine.ts'
import { shortForm } from './postgres-short-forms.ts'
import { PostgresWire } from './postgres-wire.ts'
import { secured } from './secure.ts'
import { type Cell, MOST } from './table.ts'
import { words } from './words.ts'

const CANCEL_REQUEST = 80877102

export const openPostgres: OpenEngine = async (opening) => {
  const { connection, reach, loginMs } = opening
  const path = await reach()
  try {
    return await within(loginMs, login(opening, path))
  } catch (error) {
    path.stream.destroy()
    path.release()
    throw asFailure(error as Error & { code?: string }, connection.address)
  }
}

/** The library's connection as it is; its types are those of an older one. */
interface Backend extends NodeJS.EventEmitter {
  parse(query: { text: string }): void
  bind(values: { portal: string }): void
  describe(what: { type: 'P'; name: string }): void
  execute(what: { portal: string; rows: number }): void
  sync(): void
  sendCopyFail(reason: string): void
}

const login = async ({ connection, login, caller, reachAgain, vouch }: Opening, path: Path): Promise<Engine> => {
  const { address, database = login.username } = connection
  const wire = new PostgresWire(await secured(path, address, vouch), () => path.release())
  const client = new pg.Client({
    stream: () => wire as never,
    user: login.username,
    // As a function: an empty one would be looked for in files and variables of the gateway.
    password: () => login.password,
    database,
    host: address,
    ssl: false,
    application_name: 'drawbridge',
  })
  let status = 'I'
  let version = ''
  let lost: () => void = () => undefined
  let over = false
  let listening: Listener | undefined
  const backend = (client as unknown as { connection: Backend }).connection
  backend.on('readyForQuery', (message: { status: string }) => {
    status = message.status
  })
  backend.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
    if (parameterName === 'server_version') version = parameterValue ?? ''
  })
  client.on('error', () => undefined)
  client.on('end', () => {
    over = true
    lost()
  })
  client.on('notice', ({ severity, message }) => listening?.notice(`${severity}: ${message}`))
  await client.connect()
  const key = client as unknown as { processID: number; secretKey: number }
  const cancel = async () => {
    const way = await reachAgain()
    try {
      const { stream } = await within(LIMITS.cancelMs, secured(way, address, vouch))
      const request = Buffer.alloc(16)
      request.writeUInt32BE(request.length, 0)
      request.writeUInt32BE(CANCEL_REQUEST, 4)
      request.writeInt32BE(key.processID, 8)
      request.writeInt32BE(key.secretKey, 12)
      // The server does what it is asked and hangs up without a word.
      await within(
        LIMITS.cancelMs,
        new Promise((done) => {
          stream.once('close', done)
          stream.resume()
          stream.end(request)
        }),
      )
    } finally {
      way.stream.destroy()
      way.release()
    }
  }
  return {
    dialect: 'postgresql',
    greeting: `PostgreSQL ${version}`,
    prompt: () => `${database}=${status === 'T' ? '*' : status === 'E' ? '!' : ''}> `,
    run: async (statement, listener) => {
      listening = listener
      // After a complaint too: only then it is known in which state the transaction is.
      const ready = over ? undefined : nextOf(backend, ['readyForQuery', 'end'])
      try {
        await new Promise<void>((done, fail) => {
          client.query(new Execution(statement, { listener, cancel, lang: caller.lang, done, fail }))
        })
        await ready
      } catch (error) {
        if (error instanceof Complaint) await ready
        throw error
      } finally {
        listening = undefined
      }
    },
    cancel,
    shortForm,
    onLost: (heard) => {
      lost = heard
    },
    end: () => {
      lost = () => undefined
      void client.end().catch(() => undefined)
      wire.end()
    },
  }
}

const nextOf = (source: NodeJS.EventEmitter, events: readonly string[]): Promise<void> =>
  new Promise((done) => {
    const heard = () => {
      for (const event of events) source.off(event, heard)
      done()
    }
    for (const event of events) source.on(event, heard)
  })

interface Message extends Error {
  readonly severity?: string
  readonly code?: string
  readonly detail?: string
  readonly hint?: string
  readonly where?: string
}

interface Around {
  readonly listener: Listener
  readonly cancel: () => Promise<void>
  readonly lang: 'zh' | 'en'
  readonly done: () => void
  readonly fail: (error: Complaint) => void
}

/** One statement over the extended protocol: the server itself refuses a second one in the same text, and stops after the rows that are shown. */
class Execution implements pg.Submittable {
  readonly #text: string
  readonly #around: Around
  #rows = false
  #copies = false

  constructor(text: string, around: Around) {
    this.#text = text
    this.#around = around
  }

  submit(connection: pg.Connection): void {
    const backend = connection as unknown as Backend
    backend.parse({ text: this.#text })
    backend.bind({ portal: '' })
    backend.describe({ type: 'P', name: '' })
    backend.execute({ portal: '', rows: MOST.rows + 1 })
    backend.sync()
  }

  handleRowDescription({ fields }: { fields: readonly { name: string }[] }): void {
    this.#rows = true
    this.#around.listener.columns(fields.map(({ name }) => name))
  }

  handleDataRow({ fields }: { fields: readonly Cell[] }): void {
    this.#around.listener.row(fields)
  }

  handlePortalSuspended(): void {}

  handleCommandComplete({ text }: { text: string }): void {
    if (!this.#rows && !this.#copies) this.#around.listener.done(text)
  }

  handleEmptyQuery(): void {}

  /** The client of the protocol is us: there is no file here that anybody could mean. */
  handleCopyInResponse(connection: Backend): void {
    this.#copies = true
    connection.sendCopyFail('not possible in this console')
    connection.sync()
  }

  handleCopyData(): void {
    if (this.#copies) return
    this.#copies = true
    this.#around.cancel().catch(() => undefined)
  }

  handleError(error: Message): void {
    this.#around.fail(this.#copies ? this.#noCopy() : complaintOf(error))
  }

  handleReadyForQuery(): void {
    if (this.#copies) this.#around.fail(this.#noCopy())
    else this.#around.done()
  }

  #noCopy(): Complaint {
    return new Complaint([words.noCopy[this.#around.lang]])
  }
}

const complaintOf = ({ severity = 'ERROR', message, code, detail, hint, where }: Message): Complaint =>
  new Complaint([
    `${severity}: ${message}${code ? ` (${code})` : ''}`,
    ...(detail ? [`DETAIL: ${detail}`] : []),
    ...(hint ? [`HINT: ${hint}`] : []),
    ...(where ? where.split('\n').slice(0, 5) : []),
  ])

const asFailure = (error: Error & { code?: string }, address: string): Error => {
  if (error instanceof DialFailure) return error
  const { code = '', message } = error
  const reason = /^28/.test(code) ? 'auth' : code === '3D000' || code === '42501' ? 'database' : 'unreachable'
  return new DialFailure(reason, `${address}: ${message}`)
}
