// A mail server that takes everything and remembers it: messages, recipients, and the credentials it was shown.
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface Mailbox {
  readonly port: number
  readonly mails: { readonly to: string[]; readonly text: string }[]
  /** `user:password`, as far as anybody logged in. */
  readonly logins: string[]
  /** When set, every login is refused with this line, which may quote what was sent. */
  refusal?: (login: string) => string
  close(): Promise<void>
}

export const openMailbox = async (): Promise<Mailbox> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    converse(socket, box)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const box: Mailbox = {
    port: (server.address() as AddressInfo).port,
    mails: [],
    logins: [],
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((done) => server.close(() => done()))
    },
  }
  return box
}

const converse = (socket: Socket, box: Mailbox): void => {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let rest = ''
  let to: string[] = []
  let body: string[] | undefined
  const hear = (line: string) => {
    if (body) {
      if (line !== '.') return void body.push(line)
      box.mails.push({ to, text: body.join('\n') })
      body = undefined
      to = []
      return say('250 taken')
    }
    const [verb = ''] = line.toUpperCase().split(/[ :]/)
    if (verb === 'EHLO') return say('250-sink\r\n250 AUTH PLAIN')
    if (verb === 'AUTH') {
      const [, user, password] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .split('\0')
      box.logins.push(`${user}:${password}`)
      return say(box.refusal ? box.refusal(`${user}:${password}`) : '235 welcome')
    }
    if (verb === 'RCPT') to.push(/<(.*)>/.exec(line)?.[1] ?? '')
    if (verb === 'DATA') {
      body = []
      return say('354 go on')
    }
    if (verb === 'QUIT') {
      say('221 bye')
      return socket.end()
    }
    return say('250 fine')
  }
  say('220 sink')
  socket.on('data', (chunk) => {
    rest += chunk.toString('utf8')
    const lines = rest.split('\r\n')
    rest = lines.pop()!
    for (const line of lines) hear(line)
  })
}
