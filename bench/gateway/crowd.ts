// Many people at once, from one process that speaks SSH by itself: a thousand `ssh` would measure themselves.
import ssh2, { type ClientChannel } from 'ssh2'

const AT_ONCE = 8

export class Crowd {
  readonly #people: { client: ssh2.Client; shell: ClientChannel }[] = []

  get size(): number {
    return this.#people.length
  }

  async grow(to: number, port: number, privateKey: string): Promise<void> {
    let left = to - this.size
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (left-- > 0) this.#people.push(await arrive(port, privateKey))
      }),
    )
  }

  /** Each presses a key five times a second, none at the same moment as the next. */
  async type(people: number, seconds: number): Promise<void> {
    const typing = this.#people.slice(0, people)
    const timers: NodeJS.Timeout[] = []
    for (const [at, { shell }] of typing.entries())
      timers.push(
        setTimeout(() => timers.push(setInterval(() => shell.write('x'), 200)), Math.floor((at * 200) / typing.length)),
      )
    await new Promise((done) => setTimeout(done, seconds * 1_000))
    for (const timer of timers) clearInterval(timer)
  }

  leave(): void {
    for (const { client } of this.#people) client.end()
  }
}

const arrive = (port: number, privateKey: string): Promise<{ client: ssh2.Client; shell: ClientChannel }> =>
  new Promise((done, fail) => {
    const client = new ssh2.Client()
    client.once('error', fail)
    client.once('ready', () =>
      client.shell({ term: 'xterm', cols: 120, rows: 40 }, (error, shell) => {
        if (error) fail(error)
        else {
          // The first words of the target: the session has begun.
          shell.once('data', () => done({ client, shell }))
          shell.on('data', () => undefined)
        }
      }),
    )
    client.connect({ host: '127.0.0.1', port, username: 'bench@ops@target', privateKey, readyTimeout: 120_000 })
  })
