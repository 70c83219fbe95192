// Debian's own telnetd on loopback, with a login program that knows one account.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Telnetd {
  readonly port: number
  readonly username: string
  readonly password: string
  close(): Promise<void>
}

/** The program gets no variables: what it says is written into it. */
const loginProgram = ({ asksName, asksPassword, greets, refuses, prompt }: Required<Manners>): string => `#!/bin/bash
for turn in 1 2 3; do
  IFS= read -r -p '${asksName}' name
  stty -echo
  IFS= read -r -p '${asksPassword}' password
  stty echo
  echo
  if [ "$name" = ops ] && [ "$password" = 'Of-the-switch-1' ]; then
    echo '${greets}'
    PS1='${prompt}' exec /bin/bash --norc --noprofile -i
  fi
  echo '${refuses}'
done
`

/** What a device says; the ways of Linux unless told otherwise. */
export interface Manners {
  readonly asksName?: string
  readonly asksPassword?: string
  readonly greets?: string
  readonly refuses?: string
  readonly prompt?: string
}

export const openTelnetd = async (manners: Manners = {}): Promise<Telnetd> => {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-telnetd-'))
  const login = join(folder, 'login')
  const linux = {
    asksName: 'login: ',
    asksPassword: 'Password: ',
    greets: 'Last login: Thu Jan  1 00:00:00 on pts/0',
    refuses: 'Login incorrect',
    prompt: 'switch# ',
  }
  writeFileSync(login, loginProgram({ ...linux, ...manners }), { mode: 0o755 })
  const running = new Set<ChildProcess>()
  const sockets = new Set<Socket>()
  // As inetd would: one program a connection, with the socket as its input and output.
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const child = spawn('/usr/sbin/telnetd', ['-h', '-E', login], {
      stdio: [socket, socket, 'ignore'],
    })
    running.add(child)
    child.once('exit', () => {
      running.delete(child)
      socket.destroy()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as { port: number }).port,
    username: 'ops',
    password: 'Of-the-switch-1',
    close: async () => {
      const gone = [...running].map((child) => new Promise((done) => child.once('exit', done)))
      for (const child of running) child.kill('SIGKILL')
      for (const socket of sockets) socket.destroy()
      await Promise.all(gone)
      await new Promise((done) => server.close(done))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
