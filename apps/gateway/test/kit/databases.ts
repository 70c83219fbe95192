// Databases of the system on loopback, as people have them: a PostgreSQL and a MariaDB server, each with one account.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { outsidePostgres } from '../../../../tools/system.mjs'
import { freePort } from './sshd.ts'

export interface DatabaseServer {
  readonly port: number
  readonly username: string
  readonly password: string
  readonly database: string
  close(): Promise<void>
}

/** A place at which one server stands after another. */
export const openRelay = async (
  first: number,
): Promise<{ readonly port: number; to(port: number): void; close(): void }> => {
  let there = first
  const relay = createServer((socket) => {
    const other = connect(there, '127.0.0.1')
    for (const one of [socket, other]) one.on('error', () => undefined)
    socket.pipe(other).pipe(socket)
  })
  await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done))
  return {
    port: (relay.address() as { port: number }).port,
    to: (port) => {
      there = port
    },
    close: () => relay.close(),
  }
}

const ACCOUNT = { username: 'app', password: 'Of-the-database-1', database: 'shop' } as const

/** Neither server runs as root. */
const owner = (name: string): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

const folderFor = (name: string): { folder: string; as: ReturnType<typeof owner> } => {
  const folder = mkdtempSync(join(tmpdir(), `drawbridge-${name}-`))
  const as = owner(name)
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid!)
  return { folder, as }
}

/** Self-signed, as databases inside a network have it. */
const certificate = (folder: string, as: ReturnType<typeof owner>): { key: string; cert: string } => {
  const [key, cert] = [join(folder, 'server.key'), join(folder, 'server.crt')]
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=database']
  execFileSync('openssl', [...args, '-keyout', key, '-out', cert], { stdio: 'ignore', ...as })
  return { key, cert }
}

const running = (program: string, args: string[], as: object) => {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], ...as })
  let said = ''
  child.stderr.on('data', (data) => {
    said = (said + data).slice(-4_000)
  })
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  return { child, gone, said: () => said }
}

const untilReady = async (ready: () => Promise<void>, program: ReturnType<typeof running>): Promise<void> => {
  for (let turn = 0; ; turn++) {
    try {
      return await ready()
    } catch (error) {
      if (program.child.exitCode !== null || turn > 600)
        throw new Error(`${(error as Error).message}\n${program.said()}`)
      await new Promise((done) => setTimeout(done, 100))
    }
  }
}

export const openPostgresServer = async ({ tls = true, auth = 'scram-sha-256' } = {}): Promise<DatabaseServer> => {
  const { folder, as } = folderFor('postgres')
  const bin = outsidePostgres()
  const data = join(folder, 'data')
  const port = await freePort()
  const options = ['-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--no-sync', '--locale=C.UTF-8']
  execFileSync(`${bin}/initdb`, ['-D', data, ...options], { stdio: 'ignore', cwd: folder, ...as })
  const { key, cert } = certificate(folder, as)
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    `password_encryption=${auth === 'md5' ? 'md5' : 'scram-sha-256'}`,
    ...(tls ? ['ssl=on', `ssl_key_file=${key}`, `ssl_cert_file=${cert}`] : []),
  ]
  const program = running(`${bin}/postgres`, ['-D', data, ...settings.flatMap((one) => ['-c', one])], as)
  await untilReady(async () => {
    const admin = new pg.Client({ host: folder, port, user: 'postgres', database: 'postgres' })
    await admin.connect()
    try {
      await admin.query(`create role ${ACCOUNT.username} login password '${ACCOUNT.password}'`)
      await admin.query(`create database ${ACCOUNT.database} owner ${ACCOUNT.username}`)
    } finally {
      await admin.end()
    }
  }, program)
  writeFileSync(join(data, 'pg_hba.conf'), `host all all 127.0.0.1/32 ${auth}\n`)
  program.child.kill('SIGHUP')
  return {
    port,
    ...ACCOUNT,
    close: async () => {
      program.child.kill('SIGINT')
      await program.gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const openMariadb = async ({ tls = true } = {}): Promise<DatabaseServer> => {
  const { folder, as } = folderFor('mysql')
  const data = join(folder, 'data')
  const port = await freePort()
  const start = join(folder, 'start.sql')
  writeFileSync(
    start,
    [
      `create database if not exists ${ACCOUNT.database} character set utf8mb4;`,
      `create user if not exists '${ACCOUNT.username}'@'127.0.0.1' identified by '${ACCOUNT.password}';`,
      `grant all on ${ACCOUNT.database}.* to '${ACCOUNT.username}'@'127.0.0.1';`,
    ].join('\n'),
    { mode: 0o644 },
  )
  const prepare = ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db']
  execFileSync('mariadb-install-db', prepare, { stdio: 'ignore', cwd: folder, ...as })
  const { key, cert } = certificate(folder, as)
  const program = running(
    '/usr/sbin/mariadbd',
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      '--local-infile=1',
      '--innodb-flush-log-at-trx-commit=0',
      `--init-file=${start}`,
      ...(tls ? [`--ssl-key=${key}`, `--ssl-cert=${cert}`] : ['--skip-ssl']),
    ],
    as,
  )
  await untilReady(async () => {
    const socket = [
      '--no-defaults',
      `--socket=${join(folder, 'socket')}`,
      '-u',
      'root',
      '-e',
      `use ${ACCOUNT.database}`,
    ]
    execFileSync('mariadb', socket, { stdio: 'pipe' })
  }, program)
  return {
    port,
    ...ACCOUNT,
    close: async () => {
      program.child.kill('SIGTERM')
      await program.gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
