// Somebody is logged in: their channels, and what each may be. What is not named here is refused, and the refusal is written down.
import type { Duplex } from 'node:stream'
import { createGuard } from '@drawbridge/terminal'
import type ssh2 from 'ssh2'
import type { Session as Channel, ServerChannel, SFTPWrapper } from 'ssh2'
import { Denied, type GatewaySettings, type Lang, type Person } from '../server/server.ts'
import { carryFiles, fileRightsOf } from '../session/carry-files.ts'
import { DialFailure, type Pty, type Size, sizeOf } from '../session/line.ts'
import { type Seat, safe, silent, tell } from '../session/seat.ts'
import { type Destination, type Means, Session } from '../session/session.ts'
import { sayings } from '../session/words.ts'
import type { Address } from './address.ts'
import { findDestination } from './choice.ts'
import { fileRightOf, leavesRoot } from './exec-rights.ts'
import { serveFiles } from './files.ts'
import { runMenu } from './menu.ts'
import { menuWords } from './menu-words.ts'
import { question } from './question.ts'

export interface Visit {
  readonly person: Person
  readonly to: Address['to']
  readonly address: string
  readonly settings: GatewaySettings
  readonly means: Means
  readonly log: (line: string) => void
}

const MOST_CHANNELS = 10
/** What a client may tell of itself to the target. Anything else could steer a program there. */
const ENV = /^(LANG|LC_[A-Z]{1,20})$/
const ENV_VALUE = /^[\w.@-]{1,64}$/

export const receive = (client: ssh2.Connection, visit: Visit): void => {
  const { log, person, address } = visit
  let open = 0
  const refused = (what: string) => log(`${person.username} from ${address} asked for ${what}: refused`)
  client.on('session', (accept, reject) => {
    if (open >= MOST_CHANNELS) {
      refused('another channel')
      reject()
      return
    }
    open++
    const channel = accept()
    channel.once('close', () => open--)
    serve(channel, visit, refused)
  })
  // Ports, sockets and displays would carry what nobody records.
  client.on('tcpip', (_accept, reject, info) => {
    refused(`a forward to ${info.destIP}:${info.destPort}`)
    reject()
  })
  client.on('openssh.streamlocal', (_accept, reject) => {
    refused('a forward to a socket')
    reject()
  })
  client.on('request', (_accept, reject, name) => {
    if (name !== ('keepalive@openssh.com' as string)) refused(name)
    reject?.()
  })
}

/** What the client told of its terminal before it asked for a shell, and tells later. */
interface Window {
  pty?: Pty
  readonly env: Record<string, string>
  readonly resized: Set<(size: Size) => void>
}

const serve = (channel: Channel, visit: Visit, refused: (what: string) => void): void => {
  const window: Window = { env: {}, resized: new Set() }
  let taken = false
  /** One shell, command or file service a channel. */
  const first = (reject: (() => void) | undefined): boolean => {
    if (taken) reject?.()
    const free = !taken
    taken = true
    return free
  }
  channel.on('pty', (accept, _reject, info) => {
    window.pty = { ...sizeOf(info.cols, info.rows), term: /^[\w.+-]{1,32}$/.test(info.term) ? info.term : 'xterm' }
    accept?.()
  })
  channel.on('window-change', (accept, _reject, info) => {
    const size = sizeOf(info.cols, info.rows)
    if (window.pty) window.pty = { ...window.pty, ...size }
    for (const heard of window.resized) heard(size)
    accept?.()
  })
  channel.on('env', (accept, reject, { key, val }) => {
    const value = val as unknown as string
    if (!ENV.test(key) || !ENV_VALUE.test(value)) {
      refused(`the variable ${safe(key).slice(0, 32)}`)
      reject?.()
      return
    }
    window.env[key] = value
    accept?.()
  })
  channel.on('auth-agent', (_accept, reject) => {
    refused('its agent')
    reject?.()
  })
  channel.on('x11', (_accept, reject) => {
    refused('a display')
    reject?.()
  })
  channel.on('shell', (accept, reject) => {
    if (first(reject)) void giveShell(accept(), window, visit)
  })
  channel.on('exec', (accept, reject, { command }) => {
    if (first(reject)) void giveCommand(accept(), command, window, visit)
  })
  channel.on('sftp', (accept, reject) => {
    if (first(reject)) void giveFiles(accept(), window, visit)
  })
  channel.on('subsystem', (_accept, reject, { name }) => {
    refused(`the subsystem ${safe(name).slice(0, 32)}`)
    reject?.()
  })
}

/** Channels that are over. Somebody may leave while we still ask the server or dial the target. */
const departed = new WeakSet<object>()

const giveShell = async (stream: ServerChannel, window: Window, visit: Visit): Promise<void> => {
  const { means, person, to } = visit
  let lang = langOf(window)
  const seat = (): Seat => seatOf(stream, window, visit, lang)
  stream.on('error', () => undefined)
  stream.once('close', () => departed.add(stream))
  let code = 0
  try {
    if (to) {
      code = await travel(await findDestination(means.server, person.id, to, lang, 'terminal'), seat(), means, visit)
    } else if (!window.pty) {
      stream.stderr.write(`${menuWords.noTerminal[lang]}\n`)
      code = 1
    } else {
      await runMenu({
        server: means.server,
        person,
        stream,
        title: visit.settings.title,
        pageSize: visit.settings.pageSize,
        size: () => window.pty ?? { columns: 80, rows: 24 },
        lang: () => lang,
        setLang: (next) => {
          lang = next
        },
        go: async ({ name, as, to }) => {
          tell({ stream, lang }, sayings.connecting(name, as))
          await travel(to, seat(), means, visit)
        },
      })
    }
  } catch (error) {
    tell({ stream, lang }, excuse(error, visit))
    code = 1
  }
  leave(stream, code)
}

/** To an asset and back. */
const travel = async (to: Destination, seat: Seat, means: Means, visit: Visit): Promise<number> => {
  const session = await Session.admit(to, seat, means)
  const gone = () => session.close('gone')
  seat.stream.once('close', gone)
  if (departed.has(seat.stream)) gone()
  try {
    const line = await session.dial((username) => askLogin(seat, username))
    const shell = await line.shell(seat.pty, seat.env)
    await session.relay(shell, seat)
    return shell.exit().code ?? 0
  } catch (error) {
    if (!(error instanceof DialFailure)) visit.log(`session ${session.id}: ${(error as Error).message}`)
    await session.fail(error)
    return 1
  } finally {
    seat.stream.off('close', gone)
    await session.over
  }
}

const askLogin = async (seat: Seat, username: string) => {
  const word = (saying: Readonly<Record<Lang, string>>) => saying[seat.lang]
  const name = username || (await question(seat.stream, `${word(menuWords.username)}: `))
  if (!name) return undefined
  const password = await question(seat.stream, `${safe(name)} ${word(menuWords.password)}: `, { secret: true })
  return password ? { username: name, password, private_key: '' } : undefined
}

const giveCommand = async (stream: ServerChannel, command: string, window: Window, visit: Visit): Promise<void> => {
  const { means, person, to } = visit
  const lang = langOf(window)
  const say = (text: string) => stream.stderr.write(`${safe(text)}\n`)
  stream.on('error', () => undefined)
  stream.once('close', () => departed.add(stream))
  if (!to) {
    say(menuWords.filesNeedAddress[lang])
    leave(stream, 1)
    return
  }
  // What is said to a program goes beside its output.
  const seat = { ...seatOf(stream, window, visit, lang), stream: stream.stderr as unknown as Duplex }
  let session: Session | undefined
  try {
    session = await Session.admit(await findDestination(means.server, person.id, to, lang, 'command'), seat, means)
    const gone = () => session?.close('gone')
    stream.once('close', gone)
    if (departed.has(stream)) gone()
    const allowed = await mayRun(session, command, say, lang)
    const line = allowed ? await session.dial() : undefined
    if (!line) {
      session.close('left')
      await session.over
      leave(stream, 126)
      return
    }
    const shell = await line.exec(command, window.pty, window.env)
    // With a terminal it may be a shell like any other, and is watched like one.
    if (window.pty) {
      session.command({ input: command.slice(0, 128), output: '', denied: false, at: means.now() })
      await session.relay(shell, seatOf(stream, window, visit, lang))
    } else await session.run(command, shell, stream, { carriesFiles: fileRightOf(command).length > 0 })
    leave(stream, shell.exit().code ?? (shell.exit().signal ? 255 : 0))
  } catch (error) {
    if (!(error instanceof DialFailure)) say(excuse(error, visit)[lang])
    await session?.fail(error)
    leave(stream, 255)
  }
}

/** A single command is judged as a typed line is; those that move files need the right to do so. */
const mayRun = async (session: Session, command: string, say: (text: string) => void, lang: Lang): Promise<boolean> => {
  const needed = fileRightOf(command)
  const missing = needed.find((right) => !session.may(right))
  const denied = !createGuard(session.connection.rules).judge(command).allowed
  const outside = session.connection.sftp_root !== '/' && leavesRoot(command)
  if (!missing && !denied && !outside) return true
  if (missing) say(sayings.failed.right[lang])
  else say(denied ? sayings.denied(command.slice(0, 80))[lang] : menuWords.useSftp[lang])
  session.command({ input: command.slice(0, 128), output: '', denied: true, at: Date.now() })
  return false
}

const giveFiles = async (sftp: SFTPWrapper, window: Window, visit: Visit): Promise<void> => {
  const { person, log } = visit
  const opening = openFiles(window, visit)
  // A person may leave before the target is reached.
  const leave = () => void opening.then(({ session }) => session.close('left')).catch(() => undefined)
  sftp.on('end', () => {
    succeed(sftp)
    leave()
  })
  sftp.on('close', leave)
  // Packets that are none end this channel, and no other of the same person.
  sftp.on('error', (error: Error) => {
    log(`files for ${person.username}: ${error.message}`)
    leave()
  })
  serveFiles(
    sftp,
    opening.then(({ files }) => files),
  )
  try {
    await (await opening).done
  } catch (error) {
    log(`files for ${person.username}: ${(error as Error).message}`)
  }
  sftp.end()
}

/** Clients take a channel that closes without a status for a failure; the library has no word for it on this kind of channel. */
const succeed = (sftp: SFTPWrapper): void => {
  const inside = sftp as unknown as {
    outgoing: { id: number; state: string }
    _protocol: { exitStatus(channel: number, code: number): void }
  }
  if (inside.outgoing.state === 'open') inside._protocol.exitStatus(inside.outgoing.id, 0)
}

const openFiles = async (window: Window, visit: Visit) => {
  const { means, person, to } = visit
  const lang = langOf(window)
  if (!to) throw new Denied(menuWords.filesNeedAddress[lang])
  // Nothing can be said to a person over this channel: their client tells the statuses.
  const seat = seatOf(silent(), window, visit, lang)
  const session = await Session.admit(await findDestination(means.server, person.id, to, lang, 'command'), seat, means)
  try {
    const rights = fileRightsOf(session, lang)
    const carried = await carryFiles(session, await session.dial(), { rights, address: visit.address, means })
    return { session, ...carried }
  } catch (error) {
    session.close('left')
    throw error
  }
}

const seatOf = (stream: Duplex, window: Window, visit: Visit, lang: Lang): Seat => ({
  person: visit.person,
  address: visit.address,
  from: 'ST',
  lang,
  stream,
  env: window.env,
  get pty() {
    return window.pty ?? { columns: 80, rows: 24, term: 'xterm' }
  },
  onResize: (heard) => {
    window.resized.add(heard)
    return () => window.resized.delete(heard)
  },
})

const langOf = ({ env }: Window): Lang =>
  (env.LC_ALL || env.LC_MESSAGES || env.LANG || 'zh').startsWith('zh') ? 'zh' : 'en'

const excuse = (error: unknown, { log }: Visit): Readonly<Record<Lang, string>> => {
  if (error instanceof Denied) return { zh: error.message, en: error.message }
  if (error instanceof DialFailure) return sayings.failed[error.reason]
  log(`a session could not begin: ${(error as Error).message}`)
  return sayings.failed.server
}

const leave = (stream: ServerChannel, code: number): void => {
  if (!stream.writable) return
  stream.exit(code)
  stream.end()
}
