// A server, a gateway in a process of its own, and Debian's sshd: as a target, and as the jump host that the gateway is measured against.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openStage, type Stage } from '../stage.ts'

const BOOTSTRAP_TOKEN = 'bootstrap-for-benches'
const GATEWAY = fileURLToPath(new URL('../../../apps/gateway/dist/main.js', import.meta.url))

export interface Scene {
  readonly stage: Stage
  readonly gateway: ChildProcess
  readonly gatewayPort: number
  /** The key that opens everything here. */
  readonly keyFile: string
  readonly privateKey: string
  /** How `ssh` is told to go each way. */
  readonly ways: Readonly<Record<'direct' | 'ssh -J' | 'gateway', readonly string[]>>
  close(): Promise<void>
}

/** `profile`: a folder that takes a profile of the gateway's processor time. */
export const openScene = async (profile?: string): Promise<Scene> => {
  const [sshPort, gatewayPort, webPort, demoPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const stage = await openStage({ env: { BOOTSTRAP_TOKEN } })
  const folder = join(stage.folder, 'ssh')
  mkdirSync(folder)
  const keyFile = join(folder, 'key')
  for (const name of ['key', 'host'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)])
  const privateKey = readFileSync(keyFile, 'utf8')
  const publicKey = readFileSync(`${keyFile}.pub`, 'utf8').trim()
  const sshd = startSshd(folder, sshPort, publicKey)
  await furnish(stage, { sshPort, demoPort, privateKey, publicKey })
  const gateway = startGateway({ stage, gatewayPort, webPort, demoPort, profile })
  await health(webPort)
  const common = [
    ...['-F/dev/null', '-oStrictHostKeyChecking=no', `-oUserKnownHostsFile=${join(folder, 'known')}`],
    ...['-oLogLevel=ERROR', '-oIdentityAgent=none', '-oIdentitiesOnly=yes', `-oIdentityFile=${keyFile}`],
    '-oCiphers=aes128-gcm@openssh.com,aes256-gcm@openssh.com',
  ]
  const me = `${userInfo().username}@127.0.0.1`
  const jump = `-oProxyCommand=ssh ${common.map((one) => `'${one}'`).join(' ')} -p ${sshPort} -W %h:%p ${me}`
  return {
    stage,
    gateway,
    gatewayPort,
    keyFile,
    privateKey,
    ways: {
      direct: [...common, '-p', String(sshPort), me],
      'ssh -J': [...common, jump, '-p', String(sshPort), me],
      gateway: [...common, '-p', String(gatewayPort), 'bench@ops@target@127.0.0.1'],
    },
    close: async () => {
      for (const child of [gateway, sshd]) {
        const gone = new Promise((done) => child.once('exit', done))
        child.kill('SIGTERM')
        await gone
      }
      await stage.close()
    },
  }
}

const startSshd = (folder: string, port: number, publicKey: string): ChildProcess => {
  if (userInfo().username === 'root') mkdirSync('/run/sshd', { recursive: true })
  writeFileSync(join(folder, 'authorized'), `${publicKey}\n`, { mode: 0o600 })
  const config = [
    ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${join(folder, 'host')}`],
    ...[`AuthorizedKeysFile ${join(folder, 'authorized')}`, 'PidFile none', 'StrictModes no', 'PermitRootLogin yes'],
    ...['UsePAM no', 'PrintMotd no', 'PrintLastLog no', 'MaxStartups 500', 'AllowTcpForwarding yes'],
    // The start of a shell is not what is measured.
    `SetEnv HOME=${folder}`,
  ]
  writeFileSync(join(folder, 'sshd.conf'), config.join('\n'))
  return spawn('/usr/sbin/sshd', ['-D', '-e', '-f', join(folder, 'sshd.conf')], { stdio: 'ignore' })
}

interface Rooms {
  readonly stage: Stage
  readonly gatewayPort: number
  readonly webPort: number
  readonly demoPort: number
  readonly profile: string | undefined
}

const startGateway = ({ stage, gatewayPort, webPort, demoPort, profile }: Rooms): ChildProcess =>
  spawn(process.execPath, [...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []), GATEWAY], {
    env: {
      PATH: process.env.PATH,
      SERVER_URL: stage.server.url,
      DATA_DIR: stage.folder,
      SSH_PORT: String(gatewayPort),
      GATEWAY_PORT: String(webPort),
      DEMO_HOST_PORT: String(demoPort),
      BOOTSTRAP_TOKEN,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

/** Somebody who may go to the target. */
const furnish = async (
  stage: Stage,
  { sshPort, privateKey, publicKey }: { sshPort: number; demoPort: number; privateKey: string; publicKey: string },
): Promise<void> => {
  const post = async (path: string, body: unknown): Promise<{ id: string }> => {
    const reply = await fetch(new URL(`/api/v1/${path}`, stage.server.url), {
      method: 'POST',
      headers: { ...stage.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (reply.status !== 201) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as { id: string }
  }
  const user = await post('users/users/', {
    ...{ name: 'Bench', username: 'bench', email: 'bench@example.com', source: 'local' },
    ...{ password_strategy: 1, password: 'Bench-password-2', public_key: publicKey },
  })
  const account = await post('assets/system-users/', {
    ...{ name: 'ops', username: userInfo().username, protocol: 'ssh', login_mode: 'auto', private_key: privateKey },
  })
  const admin = await post('assets/admin-users/', { name: 'root', username: 'root', password: 'not used' })
  const asset = await post('assets/assets/', {
    ...{ hostname: 'target', ip: '127.0.0.1', platform: 'Linux', protocols: [`ssh/${sshPort}`], admin_user: admin.id },
  })
  await post('perms/asset-permissions/', {
    ...{ name: 'bench', users: [user.id], assets: [asset.id], system_users: [account.id], actions: ['all'] },
  })
}

const health = async (port: number): Promise<void> => {
  for (;;) {
    const reply = await fetch(`http://127.0.0.1:${port}/health/`).catch(() => undefined)
    if (reply?.status === 200) return
    await new Promise((done) => setTimeout(done, 50))
  }
}

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
