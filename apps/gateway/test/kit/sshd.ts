// Debian's own sshd on loopback, with a key for whoever runs the tests.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

export interface Sshd {
  readonly port: number
  readonly username: string
  /** That opens it. */
  readonly privateKey: string
  /** Another host key, as if another machine stood there. */
  changeHostKey(): Promise<void>
  close(): Promise<void>
}

export const keyPair = (folder: string, name: string): { file: string; privateKey: string; publicKey: string } => {
  const file = join(folder, name)
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file])
  return { file, privateKey: readFileSync(file, 'utf8'), publicKey: readFileSync(`${file}.pub`, 'utf8') }
}

export const openSshd = async (): Promise<Sshd> => {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-sshd-'))
  const key = keyPair(folder, 'user')
  const port = await freePort()
  const { username } = userInfo()
  if (username === 'root') mkdirSync('/run/sshd', { recursive: true })
  writeFileSync(join(folder, 'authorized_keys'), key.publicKey, { mode: 0o600 })
  const home = join(folder, 'home')
  mkdirSync(home)
  let turn = 0
  let running: ChildProcess
  const start = async () => {
    const host = keyPair(folder, `host${turn++}`)
    const config = join(folder, 'config')
    writeFileSync(
      config,
      [
        `Port ${port}`,
        'ListenAddress 127.0.0.1',
        `HostKey ${host.file}`,
        `AuthorizedKeysFile ${join(folder, 'authorized_keys')}`,
        `PidFile ${join(folder, 'pid')}`,
        'StrictModes no',
        'PermitRootLogin yes',
        'PasswordAuthentication no',
        'UsePAM no',
        'AllowTcpForwarding yes',
        'AcceptEnv LANG LC_*',
        // A home of its own: what the one who runs the tests has in theirs (a shell that waits for a lock) is not ours.
        `SetEnv HOME=${home}`,
        'PrintMotd no',
        'PrintLastLog no',
        'MaxStartups 100',
        'Subsystem sftp internal-sftp',
      ].join('\n'),
    )
    running = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', config], { stdio: 'ignore' })
    await untilOpen(port)
  }
  const stop = async () => {
    const exit = new Promise((done) => running.once('exit', done))
    running.kill('SIGTERM')
    await exit
  }
  await start()
  return {
    port,
    username,
    privateKey: key.privateKey,
    changeHostKey: async () => {
      await stop()
      await start()
    },
    close: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

const untilOpen = async (port: number): Promise<void> => {
  const tried = () =>
    new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('data', () => {
        socket.destroy()
        done(true)
      })
      socket.once('error', () => done(false))
    })
  while (!(await tried())) await new Promise((done) => setTimeout(done, 50))
}
