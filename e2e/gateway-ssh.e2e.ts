// Somebody with `ssh`, the gateway as it is started, the server, and a machine behind them: the whole way.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClientOptions, run, Typist, until } from '../apps/gateway/test/kit/ssh.ts'
import { freePort, keyPair, openSshd, type Sshd } from '../apps/gateway/test/kit/sshd.ts'
import { browser, codeAt, secretOn } from '../apps/server/test/kit/browser.ts'
import { anAsset, aSystemUser } from '../apps/server/test/kit/inventory.ts'
import { openWorld, type Someone, type World } from '../apps/server/test/kit/world.ts'

let world: World
let sshd: Sshd
let ann: Someone
let folder: string
let sshPort: number
let gateway: ChildProcess
let asset: any
let account: any
let rule: any
const said: string[] = []

const MAIN = fileURLToPath(new URL('../apps/gateway/dist/main.js', import.meta.url))

const startGateway = async (): Promise<void> => {
  const webPort = await freePort()
  gateway = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      SERVER_URL: world.url,
      DATA_DIR: folder,
      SSH_PORT: String(sshPort),
      GATEWAY_PORT: String(webPort),
      BOOTSTRAP_TOKEN: 'bootstrap-for-tests',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [gateway.stdout!, gateway.stderr!]) stream.on('data', (data) => said.push(String(data)))
  await until(async () => {
    const reply = await fetch(`http://127.0.0.1:${webPort}/health/`).catch(() => undefined)
    if (gateway.exitCode !== null) throw new Error(said.join(''))
    return reply?.status === 200
  }, 'the gateway')
}

const stopGateway = async (signal: NodeJS.Signals): Promise<void> => {
  const exit = new Promise((done) => gateway.once('exit', done))
  gateway.kill(signal)
  await exit
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drawbridge-way-'))
  world = await openWorld()
  sshd = await openSshd()
  sshPort = await freePort()
  await world.admin.api.patch('settings/setting/?category=terminal', { TERMINAL_HEARTBEAT_INTERVAL: 5 })
  ann = await world.person({ username: 'ann' })
  const { api } = world.admin
  asset = await anAsset(api, { hostname: 'web-01', ip: '127.0.0.1', protocols: [`ssh/${sshd.port}`] })
  account = await aSystemUser(api, {
    name: 'ops',
    username: sshd.username,
    password: undefined,
    private_key: sshd.privateKey,
    sftp_root: folder,
  })
  const made = await api.post('perms/asset-permissions/', {
    name: 'ann on web-01',
    users: [ann.id],
    assets: [asset.id],
    system_users: [account.id],
  })
  rule = made.body
  await startGateway()
})

afterAll(async () => {
  await stopGateway('SIGTERM')
  await sshd.close()
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const client = (more: Partial<ClientOptions> = {}): ClientOptions => ({
  folder,
  port: sshPort,
  password: ann.password,
  ...more,
})
const web = 'ann@ops@web-01@127.0.0.1'
const sessions = async (query = '') => (await world.admin.api.get(`terminal/sessions/?limit=50${query}`)).body.results

describe('the whole way with ssh', () => {
  it('from a login over the menu to a shell; afterwards the session, its commands and its recording are there', async () => {
    const typist = new Typist(['ann@127.0.0.1'], client())
    await typist.see('Opt> ')
    typist.type('web\r')
    await typist.see('# ')
    typist.type('echo the answer is $((6*7))\r')
    await typist.see('the answer is 42')
    expect(await sessions('&is_finished=0')).toMatchObject([{ login_from: 'ST', remote_addr: '127.0.0.1' }])
    await typist.see('# ')
    typist.type('exit\r')
    await typist.see('Opt> ')
    typist.type('q\r')
    await typist.closed
    await until(async () => (await sessions('&is_finished=1')).length === 1, 'the end of the session')
    const [session] = await sessions()
    expect(session).toMatchObject({ is_success: true, has_replay: true, can_replay: true, asset_id: asset.id })
    const commands = async () =>
      (await world.admin.api.get(`terminal/commands/?session_id=${session.id}&limit=10`)).body.results
    await until(async () => (await commands())?.length >= 2, 'its commands')
    expect(await commands()).toContainEqual(
      expect.objectContaining({
        input: 'echo the answer is $((6*7))',
        output: 'the answer is 42',
        risk_level: 0,
        moment: expect.any(Number),
      }),
    )
    const manifest = (await world.admin.api.get(`terminal/sessions/${session.id}/recording/`)).body
    expect(manifest.chunks.length).toBeGreaterThan(0)
    expect(JSON.stringify(await world.admin.api.get(`terminal/sessions/${session.id}/chunks/0/`))).toContain(
      'answer is 42',
    )
  })

  it('with a key, and not with a wrong password; both are on record as logins of a terminal', async () => {
    const key = keyPair(folder, 'of-ann')
    await world.admin.api.patch(`users/users/${ann.id}/`, { public_key: key.publicKey })
    const byKey = client({ password: undefined, keyFile: key.file })
    expect(await run('ssh', [web, 'echo in'], byKey)).toMatchObject({ code: 0, out: 'in\n' })
    expect(await run('ssh', [web, 'echo in'], client({ password: 'wrong' }))).toMatchObject({ code: 255, out: '' })
    // The client asks for a password in two ways; both are tries.
    const logs = (await world.admin.api.get('audits/login-logs/?username=ann&limit=3')).body.results
    expect(logs.map(({ type, status }: any) => [type, status])).toEqual([
      ['T', false],
      ['T', false],
      ['T', true],
    ])
  })

  it('[T6] with a code where the account needs one, and not with half a login', async () => {
    const mia = await world.person({ username: 'mia', mfaLevel: 1 })
    const page = browser(world.url)
    await page.logIn(mia.username, mia.password)
    const secret = secretOn((await page.get('/core/auth/profile/otp/enable/bind/')).text)
    await page.submit('/core/auth/profile/otp/enable/bind/', { otp_code: codeAt(secret, world.clock.now()) })
    world.clock.advance(30)
    await world.admin.api.patch(`perms/asset-permissions/${rule.id}/`, { users: [ann.id, mia.id] })
    const there = 'mia@ops@web-01@127.0.0.1'
    const wrong = client({ password: mia.password, code: '000000' })
    expect(await run('ssh', [there, 'echo in'], wrong)).toMatchObject({ code: 255, out: '' })
    world.clock.advance(30)
    const right = client({ password: mia.password, code: codeAt(secret, world.clock.now()) })
    expect(await run('ssh', [there, 'echo in'], right)).toMatchObject({ code: 0, out: 'in\n' })
  })

  it('files come and go, and are on record', async () => {
    const key = client({ password: undefined, keyFile: join(folder, 'of-ann') })
    writeFileSync(join(folder, 'here'), 'a moving box')
    expect(await run('scp', [join(folder, 'here'), `${web}:there`], key)).toMatchObject({ code: 0 })
    expect(readFileSync(join(folder, 'there'), 'utf8')).toBe('a moving box')
    await until(async () => {
      const { body } = await world.admin.api.get('audits/ftp-logs/?limit=5')
      return body.results?.some(({ operate, is_success }: any) => operate === 'Upload' && is_success)
    }, 'the record of the file')
  })

  it('[T11] a grant that ends ends the shell, and an administrator can end one: the person sees why', async () => {
    const first = new Typist([web], client())
    await first.see('# ')
    const [running] = await sessions('&is_finished=0')
    await world.admin.api.post('terminal/tasks/kill-session/', [running.id])
    await first.see('was ended by the administrator')
    await first.closed
    const second = new Typist([web], client())
    await second.see('# ')
    await world.admin.api.patch(`perms/asset-permissions/${rule.id}/`, { is_active: false })
    await second.see('permission has ended')
    await second.closed
    const refused = await run('ssh', [web, 'echo in'], client())
    expect(refused).toMatchObject({ out: '' })
    await world.admin.api.patch(`perms/asset-permissions/${rule.id}/`, { is_active: true })
    expect(await run('ssh', [web, 'echo in'], client())).toMatchObject({ out: 'in\n' })
  })

  it('[T42] a gateway that is killed leaves no zombie: the next one closes and sends what the first had recorded', async () => {
    const typist = new Typist([web], client())
    await typist.see('# ')
    typist.type('echo last words\r')
    await typist.see('last words\r\n')
    const [running] = await sessions('&is_finished=0')
    await stopGateway('SIGKILL')
    await typist.closed
    await startGateway()
    await until(
      async () => (await world.admin.api.get(`terminal/sessions/${running.id}/`)).body.is_finished,
      'the end of the session',
    )
    const { body } = await world.admin.api.get(`terminal/sessions/${running.id}/`)
    expect(body).toMatchObject({ has_replay: true, end_reason: expect.stringContaining('stopped unexpectedly') })
    expect((await world.admin.api.get(`terminal/sessions/${running.id}/chunks/0/`)).text).toContain('last words')
    expect(said.join('')).not.toContain(ann.password)
    expect(said.join('')).not.toContain('PRIVATE KEY')
  })
})
