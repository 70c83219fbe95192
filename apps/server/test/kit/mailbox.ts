// A mail server that takes everything, delivers nothing, and remembers the credentials it was shown.
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface Letter {
  readonly to: string[]
  readonly subject: string
  readonly text: string
}

export interface Mailbox {
  readonly port: number
  readonly letters: Letter[]
  /** `user:password`, as far as anybody logged in. */
  readonly logins: string[]
  /** When set, every login is refused with this line, which may quote what was sent. */
  refusal?: (login: string) => string
  /** The next letter to this address that nobody has taken out yet. */
  next(to: string): Promise<Letter>
  close(): Promise<void>
}

export const openMailbox = async (): Promise<Mailbox> => {
  const letters: Letter[] = []
  const taken = new Set<Letter>()
  const waiting = new Set<() => void>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    receive(socket, box, (letter) => {
      letters.push(letter)
      for (const look of waiting) look()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const box: Mailbox = {
    port: (server.address() as AddressInfo).port,
    letters,
    logins: [],
    next: (to) =>
      new Promise((resolve) => {
        const look = () => {
          const found = letters.find((letter) => letter.to.includes(to) && !taken.has(letter))
          if (!found) return
          taken.add(found)
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return box
}

/** The link in a letter, as a path of the site. */
export const linkIn = ({ text }: Letter): string => {
  const url = new URL(/https?:\/\/\S+/.exec(text)![0])
  return `${url.pathname}${url.search}`
}

const receive = (socket: Socket, box: Mailbox, keep: (letter: Letter) => void): void => {
  let pending = ''
  let to: string[] = []
  let data: string[] | undefined
  const say = (line: string) => socket.write(`${line}\r\n`)
  const hear = (line: string) => {
    if (data) {
      if (line !== '.') return void data.push(line.replace(/^\.\./, '.'))
      keep(readLetter(to, data))
      data = undefined
      to = []
      return void say('250 ok')
    }
    if (/^EHLO/i.test(line)) return void say('250-mailbox\r\n250 AUTH PLAIN')
    const login = /^AUTH PLAIN (\S+)/i.exec(line)?.[1]
    if (login) {
      const [, user, password] = Buffer.from(login, 'base64').toString().split('\0')
      box.logins.push(`${user}:${password}`)
      return void say(box.refusal?.(`${user}:${password}`) ?? '235 welcome')
    }
    const recipient = /^RCPT TO:<([^>]+)>/i.exec(line)?.[1]
    if (recipient) to.push(recipient)
    if (/^DATA/i.test(line)) data = []
    say(/^DATA/i.test(line) ? '354 go on' : /^QUIT/i.test(line) ? '221 bye' : '250 ok')
  }
  say('220 mailbox')
  socket.on('data', (chunk) => {
    const lines = (pending + chunk.toString('utf8')).split('\r\n')
    pending = lines.pop() ?? ''
    lines.forEach(hear)
  })
}

const readLetter = (to: string[], lines: string[]): Letter => {
  const gap = lines.indexOf('')
  const head = lines
    .slice(0, gap)
    .join('\n')
    .replaceAll(/\n[ \t]+/g, ' ')
  const field = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1] ?? ''
  const body = lines.slice(gap + 1).join('\n')
  const encoding = field('content-transfer-encoding').toLowerCase()
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? unquoted(body)
        : body
  return { to, subject: decodedWords(field('subject')), text }
}

const bytesOf = (text: string) =>
  text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
const unquoted = (text: string) => Buffer.from(bytesOf(text.replaceAll(/=\n/g, '')), 'latin1').toString()

const decodedWords = (text: string) =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, value: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(value, 'base64').toString()
        : Buffer.from(bytesOf(value.replaceAll('_', ' ')), 'latin1').toString(),
    )
