// The real `ssh`, `sftp` and `scp`, driven as a person would.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface ClientOptions {
  readonly folder: string
  readonly port: number
  readonly password?: string
  readonly code?: string
  readonly keyFile?: string
  readonly lang?: string
}

const PATIENCE_MS = 60_000

const common = ({ folder, port, keyFile, password }: ClientOptions): string[] => [
  '-F/dev/null',
  '-oStrictHostKeyChecking=no',
  `-oUserKnownHostsFile=${join(folder, 'known')}`,
  '-oLogLevel=ERROR',
  '-oIdentityAgent=none',
  '-oIdentitiesOnly=yes',
  '-oNumberOfPasswordPrompts=1',
  '-oSendEnv=LANG LC_*',
  keyFile ? `-oIdentityFile=${keyFile}` : '-oIdentityFile=none',
  password === undefined ? '-oPreferredAuthentications=publickey,keyboard-interactive' : '-oPubkeyAuthentication=no',
  `-oPort=${port}`,
]

/** Answers the questions of the client. */
const askPass = ({ folder, password = '', code = '' }: ClientOptions): Record<string, string> => {
  const file = join(folder, 'askpass')
  writeFileSync(file, '#!/bin/sh\ncase "$1" in *MFA*) echo "$ANSWER_CODE";; *) echo "$ANSWER_PASSWORD";; esac\n')
  chmodSync(file, 0o700)
  return { SSH_ASKPASS: file, SSH_ASKPASS_REQUIRE: 'force', ANSWER_PASSWORD: password, ANSWER_CODE: code }
}

const start = (program: string, args: string[], options: ClientOptions): ChildProcessWithoutNullStreams => {
  const { LANG: _, LC_ALL: __, LC_CTYPE: ___, ...env } = process.env
  return spawn(program, [...common(options), ...args], {
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
    env: { ...env, LC_MESSAGES: options.lang ?? 'en_US.UTF-8', TERM: 'xterm', ...askPass(options) },
  })
}

export const run = (
  program: 'ssh' | 'sftp' | 'scp',
  args: string[],
  options: ClientOptions,
  input = '',
): Promise<Ran> =>
  new Promise((done) => {
    const child = start(program, args, options)
    let [out, err] = ['', '']
    child.stdout.on('data', (data) => (out += data))
    child.stderr.on('data', (data) => (err += data))
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    child.once('close', (code) => done({ code, out, err }))
  })

/** A terminal at the other end of which somebody types. */
export class Typist {
  readonly #child: ChildProcessWithoutNullStreams
  #text = ''
  #read = 0
  #heard: () => void = () => undefined
  readonly closed: Promise<number | null>
  #over = false

  constructor(args: string[], options: ClientOptions) {
    this.#child = start('ssh', ['-tt', ...args], options)
    const take = (data: Buffer) => {
      this.#text += data
      this.#heard()
    }
    this.#child.stdout.on('data', take)
    this.#child.stderr.on('data', take)
    this.#child.stdin.on('error', () => undefined)
    this.closed = new Promise((done) =>
      this.#child.once('close', (code) => {
        this.#over = true
        this.#heard()
        done(code)
      }),
    )
  }

  get text(): string {
    return this.#text
  }

  type(text: string): void {
    this.#child.stdin.write(text)
  }

  /** Waits until it is shown after what was waited for before; gives what came up to it. */
  async see(what: string | RegExp): Promise<string> {
    const deadline = Date.now() + PATIENCE_MS
    for (;;) {
      const rest = this.#text.slice(this.#read)
      const found = typeof what === 'string' ? rest.indexOf(what) : rest.search(what)
      if (found >= 0) {
        const length = typeof what === 'string' ? what.length : what.exec(rest)![0].length
        this.#read += found + length
        return rest.slice(0, found + length)
      }
      if (this.#over || Date.now() > deadline)
        throw new Error(`never saw ${what} in ${JSON.stringify(rest.slice(-2_000))}`)
      await new Promise<void>((done) => {
        const timer = setTimeout(done, 1_000)
        this.#heard = () => {
          clearTimeout(timer)
          done()
        }
      })
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}

/** Until something holds that nobody announces. */
export const until = async (holds: () => boolean | Promise<boolean>, what: string): Promise<void> => {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`never came: ${what}`)
    await new Promise((done) => setTimeout(done, 20))
  }
}
