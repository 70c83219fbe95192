// MySQL and MariaDB: one statement at a time, as many rows as are shown, and a way to interrupt it.
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { type Connection as Client, createConnection, type FieldPacket, type QueryError } from 'mysql2'
import { DialFailure, type Path } from '../session/line.ts'
import { within } from '../session/within.ts'
import { Complaint, LIMITS, type OpenEngine, type Opening } from './engine.ts'
import { PacketMeter } from './mysql-packets.ts'
import { type Cell, MOST } from './table.ts'
import { words } from './words.ts'

export const openMysql: OpenEngine = async (opening) => {
  const { login, connection, caller } = opening
  const { client, release } = await open(opening)
  let database = connection.database ?? ''
  let lost: () => void = () => undefined
  client.on('error', () => lost())
  client.once('end', () => {
    release()
    lost()
  })

  /** Over a second connection: the first one is busy with what shall end. */
  const cancel = async (): Promise<void> => {
    const second = await open({ ...opening, reach: opening.reachAgain })
    try {
      await within(LIMITS.cancelMs, simply(second.client, `kill query ${Number(client.threadId)}`))
    } finally {
      second.client.destroy()
      second.release()
    }
  }

  const asked = simply(client, 'select version(), @@version_comment')
  const [[version, product] = []] = await within(opening.loginMs, asked).catch((error) => {
    client.destroy()
    release()
    throw asFailure(error, opening)
  })
  return {
    dialect: 'mysql',
    greeting: `${product ?? ''} ${version ?? ''}`.trim(),
    prompt: () => `${/mariadb/i.test(version ?? '') ? 'MariaDB' : 'mysql'} [${database || login.username}]> `,
    run: async (statement, listener) => {
      let complaint: QueryError | undefined
      let enough: Promise<void> | undefined
      let fields: readonly FieldPacket[] = []
      await new Promise<void>((done) => {
        const query = client.query({ sql: statement, rowsAsArray: true, typeCast: false })
        query.on('fields', (told) => {
          fields = (told as unknown as FieldPacket[] | undefined) ?? []
          if (fields.length > 0) listener.columns(fields.map(({ name }) => name))
        })
        query.on('result', (result: Told) => {
          if (!isRow(result)) listener.done(tagOf(result))
          else if (!enough && !listener.row(result.map((value, at) => cellOf(value, fields[at])))) {
            // The protocol has no other way to stop it: what still comes is dropped.
            enough = cancel().catch(() => undefined)
          }
        })
        query.on('error', (error: QueryError) => {
          complaint = error
          done()
        })
        query.on('end', () => done())
      })
      // A late one would meet the next statement.
      await enough
      // The line was cut, and nobody else hears of it.
      if (complaint?.fatal) setImmediate(() => lost())
      if (complaint && !(enough && complaint.errno === INTERRUPTED)) throw complaintOf(complaint, caller.lang)
      if (/^(?:\s|\/\*.*?\*\/)*use\b/is.test(statement))
        database = (await simply(client, 'select database()'))[0]?.[0] ?? ''
    },
    cancel,
    onLost: (heard) => {
      lost = heard
    },
    end: () => {
      lost = () => undefined
      client.end(() => client.destroy())
      setTimeout(() => client.destroy(), LIMITS.cancelMs).unref()
      release()
    },
  }
}

const INTERRUPTED = 1317
const BINARY = 63

type Told = readonly (Buffer | null)[] | { affectedRows: number; changedRows?: number; warningStatus: number }

const isRow = (told: Told): told is readonly (Buffer | null)[] => Array.isArray(told)

/** Encrypted when the server offers it; one that did before and does not any more is told nothing. */
const open = async (opening: Opening): Promise<{ client: Client; release: () => void }> => {
  try {
    return await logIn(opening, true)
  } catch (error) {
    if ((error as QueryError).code === 'HANDSHAKE_NO_SSL_SUPPORT') {
      try {
        return await logIn(opening, false)
      } catch (again) {
        throw asFailure(again as QueryError, opening)
      }
    }
    throw asFailure(error as QueryError, opening)
  }
}

const logIn = async ({ connection, login, reach, vouch, loginMs }: Opening, encrypted: boolean) => {
  const path: Path = await reach()
  if (!encrypted && !vouch(path, undefined)) {
    path.stream.destroy()
    path.release()
    throw new DialFailure('host-key', `${connection.address} is no longer encrypted`)
  }
  path.stream.on('error', () => undefined)
  const client = createConnection({
    stream: path.stream as never,
    host: connection.address,
    user: login.username,
    password: login.password,
    ...(connection.database ? { database: connection.database } : {}),
    ...(encrypted ? { ssl: { rejectUnauthorized: false } } : {}),
    charset: 'utf8mb4',
    multipleStatements: false,
    // The server may ask its client for any file: ours has none to give, and says so from the first.
    flags: ['-LOCAL_FILES'],
    // No code is made from what a server says its columns are called.
    disableEval: true,
    authPlugins: { mysql_clear_password: () => () => refuseCleartext() },
    // It has no word for being late that could be told from others: the time is ours to keep.
    connectTimeout: 0,
  })
  const ready = new Promise<void>((done, fail) => {
    beforeTelling(client, (certificate) => vouch(path, certificate), fail)
    client.once('connect', () => done())
    client.once('error', fail)
    client.once('end', () => fail(new DialFailure('unreachable', 'hung up')))
  })
  try {
    await within(loginMs, ready)
  } catch (error) {
    client.on('error', () => undefined)
    client.destroy()
    // The library only says goodbye.
    path.stream.destroy()
    path.release()
    throw error
  }
  const meter = new PacketMeter()
  const { stream } = client as unknown as { stream: Duplex }
  stream.on('data', (bytes: Buffer) => {
    if (!meter.take(bytes)) stream.destroy(new Error('a message without measure'))
  })
  return { client, release: () => path.release() }
}

interface Upgrading {
  readonly stream: Omit<TLSSocket, 'getPeerCertificate'> & { getPeerCertificate(): { raw?: Buffer } | null }
  startTLS(secured: (error?: Error) => void): void
}

/**
 * The library looks at a certificate only through authorities: ours is looked at between the handshake and the password. A handshake that fails is not
 * told to the library either: it would shout where nobody can listen.
 */
const beforeTelling = (
  client: Client,
  isKnown: (certificate: Buffer) => boolean,
  fail: (error: Error) => void,
): void => {
  const upgrading = client as unknown as Upgrading
  const startTLS = upgrading.startTLS.bind(client)
  upgrading.startTLS = (secured) =>
    startTLS((error) => {
      if (error) return fail(new DialFailure('unreachable', `TLS: ${error.message}`))
      // A session that goes on was vouched for when it began. A line that was cut meanwhile has no certificate at all.
      const raw = upgrading.stream.getPeerCertificate()?.raw
      if (upgrading.stream.isSessionReused() || (raw !== undefined && isKnown(raw))) secured()
      else fail(new DialFailure('host-key', 'another certificate'))
    })
}

const refuseCleartext = (): never => {
  throw new DialFailure('cleartext', 'the password was asked for in the clear')
}

/** A statement of our own, as text. */
const simply = (client: Client, sql: string): Promise<(string | null)[][]> =>
  new Promise((done, fail) =>
    client.query({ sql, rowsAsArray: true, typeCast: false }, (error, rows) => {
      if (error) fail(error)
      else
        done(
          Array.isArray(rows)
            ? (rows as unknown as (Buffer | null)[][]).map((row) => row.map((value) => cellOf(value)))
            : [],
        )
    }),
  )

/** Bytes that are no text are shown by their numbers; longer than anybody sees it is cut before it is read. */
const cellOf = (value: Buffer | null, field?: FieldPacket): Cell => {
  if (value === null || value === undefined) return null
  const bytes = value.subarray(0, MOST.upright * 4)
  const type = field?.columnType ?? field?.type ?? 0
  const raw = (field as { characterSet?: number } | undefined)?.characterSet === BINARY && (type === 16 || type >= 249)
  const text = bytes.toString('utf8')
  return raw && (type === 16 || type === 255 || !Buffer.from(text).equals(bytes)) ? `0x${bytes.toString('hex')}` : text
}

const tagOf = (result: Exclude<Told, readonly unknown[]>): string => {
  const { affectedRows = 0, warningStatus = 0 } = result
  const warnings = warningStatus > 0 ? `, ${warningStatus} warnings` : ''
  return `OK, ${affectedRows} ${affectedRows === 1 ? 'row' : 'rows'} affected${warnings}`
}

const complaintOf = ({ errno, sqlState, message }: QueryError, lang: 'zh' | 'en'): Complaint =>
  /LOCAL INFILE|local_infile|loading local data/i.test(message)
    ? new Complaint([words.noCopy[lang]])
    : new Complaint([
        `ERROR ${errno ?? ''}${sqlState ? ` (${sqlState})` : ''}: ${message}`.replace('ERROR :', 'ERROR:'),
      ])

const asFailure = (error: QueryError, { connection }: Opening): Error => {
  if (error instanceof DialFailure) return error
  if (error.message.includes('in the clear')) return new DialFailure('cleartext', error.message)
  const reason = REASONS[error.errno ?? 0] ?? 'unreachable'
  return new DialFailure(reason, `${connection.address}: ${error.message}`)
}

/** Numbers of the server: access denied, host not allowed, no such database. */
const REASONS: Readonly<Record<number, 'auth' | 'database'>> = {
  1045: 'auth',
  1130: 'auth',
  1698: 'auth',
  1044: 'database',
  1049: 'database',
}
