// Whether the ports of a gateway are free. One that an earlier gateway is just leaving is waited for.
import { createServer } from 'node:net'

export interface Wanted {
  /** The setting that names it. */
  readonly setting: string
  readonly host: string
  readonly port: number
}

const EVERY_MS = 250

/** The first that is still taken after so many tries. */
export const takenAmong = async (wanted: readonly Wanted[], tries: number): Promise<Wanted | undefined> => {
  for (const one of wanted) {
    for (let left = tries; !(await isFree(one)); left--) {
      if (left <= 1) return one
      await new Promise((done) => setTimeout(done, EVERY_MS))
    }
  }
  return undefined
}

const isFree = ({ host, port }: Wanted): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    // What else is wrong with a host or a port is said by who opens it.
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'EADDRINUSE'))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
