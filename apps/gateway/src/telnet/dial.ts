// Logs in to a target over telnet.
import { Duplex } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createPattern, type Pattern } from '@drawbridge/terminal'
import type { Credentials } from '@drawbridge/wire'
import { type Dial, DialFailure, type Line, type Path, type Pty, type Reach, type Size } from '../session/line.ts'
import { LoginDialogue } from './login.ts'
import { TelnetReader } from './options.ts'

export interface TelnetOptions {
  readonly reach: Reach
  /** What a good login looks like, as a regular expression; empty for the usual signs alone. */
  readonly success: () => string
  readonly loginMs: number
}

export const createTelnetDial =
  ({ reach, success, loginMs }: TelnetOptions): Dial =>
  async (connection, login, { signal, pty }) => {
    const path = await reach(connection, signal)
    const wire = new TelnetWire(path, pty)
    try {
      await wire.login(login, patternOf(success()), loginMs)
    } catch (error) {
      wire.destroy()
      throw error
    }
    return asLine(wire)
  }

/** One that cannot be read is as good as none: the usual signs stay. */
const patternOf = (content: string): Pattern | undefined => {
  try {
    return content === '' ? undefined : createPattern(content)
  } catch {
    return undefined
  }
}

/** The text of a telnet connection as a stream of its own. */
class TelnetWire extends Duplex {
  readonly #path: Path
  readonly #reader: TelnetReader
  #hear: (text: Buffer) => void = () => undefined
  #over: () => void = () => undefined

  constructor(path: Path, pty: Pty) {
    super({ allowHalfOpen: false })
    this.#path = path
    this.#reader = new TelnetReader(pty)
    const { stream } = path
    stream.on('data', (bytes: Buffer) => {
      const { text, reply } = this.#reader.take(bytes)
      if (reply.length > 0 && stream.writable) stream.write(reply)
      if (text.length > 0) this.#hear(text)
    })
    stream.on('error', () => this.#hangUp())
    stream.once('end', () => this.#hangUp())
    stream.once('close', () => this.#hangUp())
    this.on('error', () => undefined)
  }

  login(login: Credentials, success: Pattern | undefined, withinMs: number): Promise<void> {
    const dialogue = new LoginDialogue(login, success)
    const decoder = new StringDecoder('utf8')
    return new Promise((done, fail) => {
      const late = setTimeout(() => {
        const reason = dialogue.said === 'nothing' ? 'timeout' : 'dialogue'
        fail(new DialFailure(reason, `no login in ${withinMs} ms, said: ${dialogue.said}`))
      }, withinMs)
      const settle = (act: () => void) => {
        clearTimeout(late)
        this.#over = () => undefined
        act()
      }
      this.#over = () =>
        settle(() =>
          fail(new DialFailure(dialogue.said === 'password' ? 'auth' : 'unreachable', 'hung up at the login')),
        )
      this.#hear = (bytes) => {
        const step = dialogue.take(decoder.write(bytes))
        if (step.next === 'type') this.#path.stream.write(this.#reader.encode(Buffer.from(`${step.text}\r`)))
        else if (step.next === 'refused') settle(() => fail(new DialFailure('auth', 'the login was refused')))
        else if (step.next === 'in')
          settle(() => {
            this.#hear = (text) => this.#show(text)
            this.#show(Buffer.from(step.shown.trimStart()))
            done()
          })
      }
    })
  }

  resize(size: Size): void {
    const told = this.#reader.resize(size)
    if (told.length > 0 && this.#path.stream.writable) this.#path.stream.write(told)
  }

  override _read(): void {
    this.#path.stream.resume()
  }

  override _write(keys: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#path.stream.writable) this.#path.stream.write(this.#reader.encode(keys), done)
    else done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#path.stream.destroy()
    this.#path.release()
    done(error)
  }

  #show(text: Buffer): void {
    if (text.length > 0 && !this.destroyed && !this.push(text)) this.#path.stream.pause()
  }

  #hangUp(): void {
    this.#over()
    // What was said before is still read.
    if (!this.readableEnded && !this.destroyed) this.push(null)
  }
}

const asLine = (wire: TelnetWire): Line => ({
  shell: async () => ({
    stream: wire,
    resize: (size) => wire.resize(size),
    exit: () => ({}),
  }),
  exec: async () => {
    throw new DialFailure('protocol', 'telnet has no single commands')
  },
  onLost: () => undefined,
  end: () => wire.destroy(),
})
