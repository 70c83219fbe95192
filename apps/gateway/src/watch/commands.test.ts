import type { Rule } from '@drawbridge/terminal'
import { expect, it } from 'vitest'
import { CommandWatch, type Seen } from './commands.ts'
import { Screen } from './screen.ts'

const PROMPT = 'ann@far:~$ '
const REMEMBERED = 'rm -rf /'

/** A shell whose every answer comes after some time, as over a slow line. */
class FarShell {
  readonly seen: Seen[] = []
  /** Lines that it was given. */
  readonly ran: string[] = []
  readonly screen = new Screen(80, 24)
  readonly watch: CommandWatch
  /** Ends with the last answer that is on its way. */
  arrived: Promise<void> = Promise.resolve()
  #line = ''
  #secret = false

  readonly #delayMs: number

  constructor(delayMs: number, rules: readonly Rule[] = []) {
    this.#delayMs = delayMs
    this.watch = new CommandWatch({
      rules,
      screen: this.screen,
      now: () => 0,
      toTarget: (bytes) => this.#take(bytes.toString()),
      onCommand: (seen) => void this.seen.push(seen),
      onDenied: () => undefined,
      onUnread: () => undefined,
    })
    this.#say(PROMPT)
  }

  #say(text: string): void {
    this.screen.show(Buffer.from(text))
    this.watch.output(Buffer.from(text))
  }

  #take(keys: string): void {
    const answer = [...keys].map((key) => this.#key(key)).join('')
    const before = this.arrived
    const delay = new Promise((done) => setTimeout(done, this.#delayMs))
    this.arrived = Promise.all([before, delay]).then(() => this.#say(answer))
  }

  #key(key: string): string {
    if (key === '\u0015' || key === '\u0010') {
      this.#line = key === '\u0010' ? REMEMBERED : ''
      return `\r\u001b[K${PROMPT}${this.#line}`
    }
    if (key !== '\r') {
      this.#line += key
      return this.#secret ? '' : key
    }
    const line = this.#line
    this.#line = ''
    this.ran.push(line)
    const wasSecret = this.#secret
    this.#secret = line === 'sudo id' && !wasSecret
    return this.#secret ? '\r\npassword: ' : `\r\nanswer of ${wasSecret ? 'sudo' : line}\r\n${PROMPT}`
  }

  async type(keys: string): Promise<void> {
    await this.watch.input(Buffer.from(keys))
    await this.arrived
  }

  end(): Pick<Seen, 'input' | 'output'>[] {
    this.watch.end()
    this.screen.close()
    return this.seen.map(({ input, output }) => ({ input, output }))
  }
}

it.each([0, 300])('a line whose echo takes %d ms is written down whole, with its answer', async (delay) => {
  const shell = new FarShell(delay)
  await shell.type('uname -a\r')
  await shell.type('id\r')
  expect(shell.end()).toEqual([
    { input: 'uname -a', output: 'answer of uname -a' },
    { input: 'id', output: 'answer of id' },
  ])
})

it('lines that are sent faster than they are shown are written down each', async () => {
  const shell = new FarShell(300)
  await shell.type('date\r')
  await shell.watch.input(Buffer.from('id\r'))
  await shell.watch.input(Buffer.from('uname -a\r'))
  await shell.arrived
  expect(shell.end().map(({ input }) => input)).toEqual(['date', 'id', 'uname -a'])
})

it.each([0, 300])('what is typed in secret is never written down, %d ms away', async (delay) => {
  const shell = new FarShell(delay)
  await shell.type('sudo id\r')
  await shell.type('answer\r')
  await shell.type('ls\r')
  const told = shell.end()
  expect(told.map(({ input }) => input)).toEqual(['sudo id', 'ls'])
  expect(told[0]!.output).toContain('answer of sudo')
})

it('[T41] a line that a far shell remembers is judged as it will be run, not as it was before it was remembered', async () => {
  const shell = new FarShell(300, [{ id: 'r', type: 'command', content: 'rm', priority: 50, action: 'deny' }])
  const pause = () => new Promise((done) => setTimeout(done, 60))
  void shell.watch.input(Buffer.from('a'))
  await pause()
  void shell.watch.input(Buffer.from('\u0010'))
  await pause()
  await shell.type('\r')
  expect(shell.ran).not.toContain(REMEMBERED)
  expect(shell.end().map(({ input }) => input)).toContain(REMEMBERED)
})
