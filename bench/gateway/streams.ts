// How much passes, how soon a key comes back, and how many sessions begin in a second: with the real `ssh`, over each way in turn.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'

/** Until the last byte, in MB/s. */
export const throughput = (way: readonly string[], terminal: boolean, megabytes: number): Promise<number> =>
  new Promise((done, fail) => {
    // Lines as a terminal shows them: what passes is text, not one sign repeated.
    const command = `yes 'a line of ordinary output, as long as most of them are' | head -c ${megabytes}M`
    const child = spawn('ssh', [...(terminal ? ['-tt'] : []), ...way, command], { stdio: ['pipe', 'pipe', 'inherit'] })
    let [bytes, since, last] = [0, 0, 0]
    child.stdout.on('data', (data: Buffer) => {
      since ||= performance.now()
      last = performance.now()
      bytes += data.length
    })
    child.once('close', () => {
      if (bytes < megabytes * 1024 * 1024) fail(new Error(`only ${bytes} bytes came`))
      else done(bytes / 1e6 / ((last - since) / 1_000))
    })
  })

/** A line on which keys are typed one after the other. */
export class Keyboard {
  readonly #child: ChildProcessWithoutNullStreams
  #heard: () => void = () => undefined

  private constructor(way: readonly string[]) {
    this.#child = spawn('ssh', ['-tt', ...way, 'echo ready; exec cat'])
    this.#child.stdout.on('data', () => this.#heard())
  }

  static async open(way: readonly string[]): Promise<Keyboard> {
    const keyboard = new Keyboard(way)
    await new Promise<void>((done) => {
      keyboard.#heard = done
    })
    return keyboard
  }

  /** Milliseconds until the key is shown. */
  async press(): Promise<number> {
    const shown = new Promise<void>((done) => {
      this.#heard = done
    })
    const since = performance.now()
    this.#child.stdin.write('x')
    await shown
    return performance.now() - since
  }

  close(): void {
    this.#child.kill()
  }
}

/** Sessions that were opened, did nothing and ended, in a second; several at a time. */
export const sessionsPerSecond = async (way: readonly string[], many: number, atOnce: number): Promise<number> => {
  const since = performance.now()
  let left = many
  const one = () =>
    new Promise<void>((done, fail) => {
      const child = spawn('ssh', [...way, 'true'], { stdio: 'ignore' })
      child.once('close', (code) => (code === 0 ? done() : fail(new Error(`ssh ended with ${code}`))))
    })
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await one()
    }),
  )
  return many / ((performance.now() - since) / 1_000)
}
