// What an auditor of the demo finds on the first day: sessions that are really played, through this gateway, with a client like any other.
import ssh2, { type ClientChannel, type SFTPWrapper } from 'ssh2'
import { forPeople } from './algorithms.ts'

export interface Tour {
  readonly port: number
  readonly password: string
  readonly log: (line: string) => void
  /** Between two keys, and before a line: a recording should look like somebody at work. */
  readonly pace?: { readonly keyMs: number; readonly lineMs: number }
}

const AT_WORK = { keyMs: 45, lineMs: 900 } as const
const PATIENCE_MS = 20_000

/** Who goes where, and what they type; the last line ends it. */
const VISITS: readonly { readonly to: string; readonly lines: readonly string[] }[] = [
  {
    to: 'ann@demo@demo-host',
    lines: ['ls', 'cat readme.txt', 'uname -a', 'rm -rf /tmp/logs', '', 'cat notes.txt', 'exit'],
  },
  {
    to: 'li@clerk@demo-shop',
    lines: [
      '\\dt',
      'select * from revenue;',
      "select id, state, ordered from orders where state = 'open' limit 5;",
      "update orders set state = 'paid' where id = 3;",
      'drop table orders;',
      '\\q',
    ],
  },
]

const REPORT = 'month,total\n2026-01,9214.50\n'

export const takeTour = async (tour: Tour): Promise<void> => {
  for (const { to, lines } of VISITS) await visited(tour, to, (client) => type(client, lines, tour.pace ?? AT_WORK))
  await visited(tour, 'li@demo@demo-host', sendReport)
}

/** Whatever goes wrong is seen in the log, and ends nothing but this visit. */
const visited = async (
  { port, password, log }: Tour,
  username: string,
  work: (client: ssh2.Client) => Promise<void>,
) => {
  const client = new ssh2.Client()
  try {
    await new Promise<void>((done, fail) => {
      client.once('ready', done)
      client.on('error', fail)
      client.connect({ host: '127.0.0.1', port, username, password, algorithms: forPeople, readyTimeout: PATIENCE_MS })
    })
    await work(client)
  } catch (error) {
    log(`the tour of the demo left out ${username}: ${(error as Error).message}`)
  } finally {
    client.end()
  }
}

const type = async (client: ssh2.Client, lines: readonly string[], pace: { keyMs: number; lineMs: number }) => {
  const channel = await new Promise<ClientChannel>((done, fail) =>
    client.shell({ term: 'xterm-256color', cols: 100, rows: 30 }, (error, stream) =>
      error ? fail(error) : done(stream),
    ),
  )
  let shown = ''
  channel.on('data', (data: Buffer) => {
    shown += data.toString('utf8')
  })
  let isOpen = true
  const over = new Promise<void>((done) =>
    channel.once('close', () => {
      isOpen = false
      done()
    }),
  )
  for (const line of lines) {
    await until(() => !isOpen || endsWithPrompt(shown))
    if (!isOpen) return
    await passed(pace.lineMs)
    for (const key of line) {
      channel.write(key)
      await passed(pace.keyMs)
    }
    shown = ''
    channel.write('\r')
  }
  await Promise.race([over, passed(PATIENCE_MS)])
}

const sendReport = async (client: ssh2.Client): Promise<void> => {
  const sftp = await new Promise<SFTPWrapper>((done, fail) =>
    client.sftp((error, found) => (error ? fail(error) : done(found))),
  )
  const told = (ask: (take: (error?: Error | null) => void) => void) =>
    new Promise<void>((done, fail) => ask((error) => (error ? fail(error) : done())))
  await told((take) => sftp.writeFile('report.csv', REPORT, take))
  await told((take) => sftp.readFile('report.csv', take))
}

/** What is shown since the line before ends with a prompt: it is answered, however slow the machine. */
const endsWithPrompt = (shown: string): boolean => /\n[^\n]*[$>] $/.test(shown)

const until = async (isSo: () => boolean): Promise<void> => {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end && !isSo(); ) await passed(5)
}

const passed = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
