// Logs in to a target over SSH.
import type ssh2 from 'ssh2'
import type { ClientChannel, PseudoTtyOptions } from 'ssh2'
import { type Dial, DialFailure, type Line, type Path, type Pty, type Reach, type Shell } from '../session/line.ts'
import type { Patience } from '../session/patience.ts'
import type { TargetFiles } from '../session/target-files.ts'
import { within } from '../session/within.ts'
import type { KnownHosts } from './known-hosts.ts'
import { open } from './reach.ts'
import { targetFiles } from './target-files.ts'

export const createSshDial =
  (known: KnownHosts, reach: Reach, patience: Patience): Dial =>
  async (connection, login, { signal }) => {
    const { address, port } = connection
    const path = await reach(connection, signal)
    try {
      const target = { host: address, port, ...login }
      const client = await open(target, { known, via: path.via, signal, patience, sock: path.stream })
      return asLine(client, path, patience)
    } catch (error) {
      path.release()
      throw error
    }
  }

const asLine = (client: ssh2.Client, path: Path, { loginMs }: Patience): Line => {
  let lost: () => void = () => undefined
  client.once('close', () => {
    path.release()
    lost()
  })
  const shell = (ask: (take: (error: Error | undefined, stream: ClientChannel) => void) => void) =>
    within(
      loginMs,
      new Promise<Shell>((done, fail) =>
        ask((error, stream) => (error ? fail(new DialFailure('refused', error.message)) : done(asShell(stream)))),
      ),
    )
  const files = () =>
    within(
      loginMs,
      new Promise<TargetFiles>((done, fail) =>
        client.sftp((error, sftp) => (error ? fail(new DialFailure('files', error.message)) : done(targetFiles(sftp)))),
      ),
    )
  return {
    shell: (pty, env) => shell((take) => client.shell(windowOf(pty), { env: { ...env } }, take)),
    exec: (command, pty, env) =>
      shell((take) => client.exec(command, { env: { ...env }, ...(pty ? { pty: windowOf(pty) } : {}) }, take)),
    files,
    onLost: (heard) => {
      lost = heard
    },
    end: () => {
      lost = () => undefined
      client.end()
    },
  }
}

const windowOf = ({ term, columns, rows }: Pty): PseudoTtyOptions => ({
  term,
  cols: columns,
  rows,
  width: 0,
  height: 0,
})

const asShell = (stream: ClientChannel): Shell => {
  let end: { code?: number; signal?: string } = {}
  stream.on('exit', (code: number | null, signal?: string) => {
    end = { ...(code === null ? {} : { code }), ...(signal ? { signal } : {}) }
  })
  return {
    stream,
    errors: stream.stderr,
    resize: ({ columns, rows }) => stream.setWindow(rows, columns, 0, 0),
    exit: () => end,
  }
}
