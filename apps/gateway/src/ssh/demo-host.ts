// A host to look around on in the demo: it speaks real SSH and knows a handful of commands. It runs nothing of this machine and keeps nothing beyond its own life.
import ssh2, { type ServerChannel } from 'ssh2'
import { forPeople } from './algorithms.ts'
import { DemoFiles } from './demo-files.ts'

export interface DemoHostOptions {
  readonly port: number
  readonly hostKey: string
  readonly username: string
  readonly password: string
}

const PROMPT = (username: string) => `${username}@demo-host:~$ `

const files: Readonly<Record<string, string>> = {
  'readme.txt':
    'This is the demo host. Try: ls, cat notes.txt, uname -a, seq 5, help, exit.\nrm is denied by a command filter.',
  'notes.txt': '吊桥 Drawbridge\n- every key is recorded\n- rules are judged before a line is sent',
}

/** What a line answers; undefined ends the session. */
export const answer = (line: string, username: string): string | undefined => {
  const [name = '', ...args] = line.trim().split(/\s+/)
  const known: Readonly<Record<string, () => string | undefined>> = {
    '': () => '',
    exit: () => undefined,
    logout: () => undefined,
    help: () => 'cat date echo exit help hostname id ls pwd seq uname whoami',
    ls: () => Object.keys(files).join('  '),
    cat: () =>
      args
        .map((file) => (Object.hasOwn(files, file) ? files[file] : `cat: ${file}: No such file or directory`))
        .join('\n'),
    echo: () => args.join(' '),
    pwd: () => `/home/${username}`,
    whoami: () => username,
    id: () => `uid=1000(${username}) gid=1000(${username})`,
    hostname: () => 'demo-host',
    uname: () => (args[0] === '-a' ? 'Linux demo-host 6.1.0 #1 SMP x86_64 GNU/Linux' : 'Linux'),
    date: () => new Date().toUTCString(),
    seq: () => Array.from({ length: Math.min(10_000, Math.max(0, Number(args[0]) || 0)) }, (_, i) => i + 1).join('\n'),
  }
  return Object.hasOwn(known, name) ? known[name]!() : `${name}: command not found`
}

export const openDemoHost = async (options: DemoHostOptions): Promise<{ close(): void }> => {
  const { username, password } = options
  const tree = new DemoFiles(username, files)
  const host = new ssh2.Server({ hostKeys: [options.hostKey], algorithms: forPeople }, (client) => {
    client.on('error', () => undefined)
    client.on('authentication', (ctx) => {
      if (ctx.method === 'password' && ctx.username === username && ctx.password === password) ctx.accept()
      else ctx.reject(['password'])
    })
    client.on('session', (accept) => {
      const session = accept()
      session.on('pty', (accept) => accept?.())
      session.on('window-change', (accept) => accept?.())
      session.on('env', (accept) => accept?.())
      session.on('sftp', (accept) => tree.serve(accept()))
      session.on('shell', (accept) => talk(accept(), username))
      session.on('exec', (accept, _reject, { command }) => {
        const stream = accept()
        const said = answer(command, username)
        stream.write(said ? `${said}\n` : '')
        stream.exit(0)
        stream.end()
      })
    })
  })
  await new Promise<void>((done, fail) => {
    host.once('error', fail)
    host.listen(options.port, '127.0.0.1', done)
  })
  return { close: () => host.close() }
}

/** A line at a time, echoed as a terminal would. */
const talk = (stream: ServerChannel, username: string): void => {
  let line = ''
  stream.on('error', () => undefined)
  stream.write(`Welcome to demo-host. Type help.\r\n${PROMPT(username)}`)
  stream.on('data', (data: Buffer) => {
    for (const sign of data.toString('utf8')) {
      if (sign === '\r' || sign === '\n') {
        const said = answer(line, username)
        line = ''
        if (said === undefined) {
          stream.write('\r\n')
          stream.exit(0)
          stream.end()
          return
        }
        stream.write(`\r\n${said === '' ? '' : `${said.replaceAll('\n', '\r\n')}\r\n`}${PROMPT(username)}`)
      } else if (sign === '\u007f' || sign === '\b') {
        if (line !== '') stream.write('\b \b')
        line = [...line].slice(0, -1).join('')
      } else if (sign === '\u0003' || sign === '\u0015') {
        line = ''
        stream.write(sign === '\u0003' ? `^C\r\n${PROMPT(username)}` : `\r\u001b[K${PROMPT(username)}`)
      } else if (sign === '\u0004' && line === '') {
        stream.exit(0)
        stream.end()
        return
      } else if (sign >= ' ' && line.length < 1_000) {
        line += sign
        stream.write(sign)
      }
    }
  })
}
