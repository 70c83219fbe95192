// A gateway with a server in memory before it and a real sshd behind it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '@drawbridge/wire'
import { type Gateway, type GatewayOptions, openGateway } from '../../src/gateway.ts'
import type { AssetRow, FileRecord, Way } from '../../src/server/server.ts'
import { MemoryServer } from './memory-server.ts'
import { type ClientOptions, type Ran, run, Typist } from './ssh.ts'
import { keyPair, openSshd, type Sshd } from './sshd.ts'

export const PASSWORD = 'Correct-horse-7'

export const anAsset = (id: string, more: Partial<AssetRow & { favorite: boolean }> = {}): AssetRow => ({
  id,
  hostname: id,
  ip: '127.0.0.1',
  protocols: ['ssh/22'],
  comment: '',
  org_name: 'Default',
  is_active: true,
  ...more,
})

export const aWay = (name: string, more: Partial<Way> = {}): Way => ({
  id: `way-${name}`,
  name,
  username: name,
  protocol: 'ssh',
  priority: 20,
  login_mode: 'auto',
  actions: ['connect', 'upload_file', 'download_file'],
  ...more,
})

export interface DatabaseAccount {
  readonly port: number
  readonly username: string
  readonly password: string
  readonly database: string
}

export class Place {
  readonly folder = mkdtempSync(join(tmpdir(), 'drawbridge-gateway-'))
  readonly server = new MemoryServer()
  readonly lines: string[] = []
  sshd!: Sshd
  gateway!: Gateway
  keyFile!: string

  static async open(more: Partial<GatewayOptions> = {}): Promise<Place> {
    const place = new Place()
    place.sshd = await openSshd()
    const key = keyPair(place.folder, 'ann')
    place.keyFile = key.file
    place.server.people.set('ann', { password: PASSWORD, publicKey: key.publicKey })
    place.target('web-01')
    await place.start(more)
    return place
  }

  async start(more: Partial<GatewayOptions> = {}): Promise<void> {
    this.gateway = await openGateway({
      host: '127.0.0.1',
      sshPort: 0,
      webPort: 0,
      dataDir: join(this.folder, 'gateway'),
      server: this.server,
      log: (line) => this.lines.push(line),
      ...more,
    })
  }

  /** An asset that is the sshd, with a system user `ops` on it. */
  target(id: string, more: Partial<Connection> = {}, row: Partial<AssetRow & { favorite: boolean }> = {}): void {
    this.server.rows.push(anAsset(id, row))
    this.server.waysTo.set(id, [aWay('ops')])
    this.server.targets.set(id, {
      port: this.sshd.port,
      login: {
        mode: 'auto',
        username: this.sshd.username,
        password: '',
        private_key: this.sshd.privateKey,
      },
      ...more,
    })
  }

  /** A database with a system user `app` on it. Given again under the same name it takes the place of the one before. */
  database(id: string, type: string, server: DatabaseAccount, more: Partial<Connection> = {}): void {
    const { port, database, username, password } = server
    const known = this.server.applications.findIndex((one) => one.id === id)
    if (known >= 0) this.server.applications.splice(known, 1)
    this.server.applications.push({ id, name: id, type, comment: '', org_name: 'Default' })
    this.server.waysTo.set(id, [aWay('app', { protocol: type })])
    const login = { mode: 'auto' as const, username, password, private_key: '' }
    this.server.targets.set(id, { port, database, login, ...more })
  }

  client(more: Partial<ClientOptions> = {}): ClientOptions {
    return { folder: this.folder, port: this.gateway.sshPort, password: PASSWORD, ...more }
  }

  ssh(args: string[], more: Partial<ClientOptions> = {}, input = ''): Promise<Ran> {
    return run('ssh', args, this.client(more), input)
  }

  type(name: string, more: Partial<ClientOptions> = {}): Typist {
    return new Typist([`${name}@127.0.0.1`], this.client(more))
  }

  /** What was done to files, once the server knows it. */
  async told(): Promise<FileRecord[]> {
    await this.gateway.means.files.flush()
    return this.server.files
  }

  async close(): Promise<void> {
    await this.gateway.close()
    await this.sshd.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
