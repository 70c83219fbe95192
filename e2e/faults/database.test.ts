// The database is killed while somebody works: the server, its database and the gateway as they are started, a real `ssh` and a real sshd.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { type Manifest, readEvents, verify } from '@drawbridge/terminal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Typist, until } from '../../apps/gateway/test/kit/ssh.ts'
import { freePort, openSshd, type Sshd } from '../../apps/gateway/test/kit/sshd.ts'
import { openProgram, type Program } from '../../apps/server/test/faults/program.ts'
import { type Client, client } from '../../apps/server/test/kit/client.ts'
import { anAsset, aSystemUser } from '../../apps/server/test/kit/inventory.ts'

const PASSWORD = 'Correct-horse-7'
const GATEWAY = fileURLToPath(new URL('../../apps/gateway/dist/main.js', import.meta.url))
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('[T42] kill -9 of the database while somebody works', () => {
  let program: Program
  let sshd: Sshd
  let gateway: ChildProcess
  let api: Client
  let sshPort: number
  let said = ''
  beforeAll(async () => {
    program = await openProgram({ ADMIN_PASSWORD: PASSWORD, BOOTSTRAP_TOKEN: 'bootstrap-for-tests' })
    await program.start()
    sshd = await openSshd()
    const login = await client(program.url, {}).post('authentication/tokens/', {
      username: 'admin',
      password: PASSWORD,
    })
    api = client(program.url, { authorization: `Bearer ${login.body.token}` })
    const me = (await api.get('users/profile/')).body
    const asset = await anAsset(api, { hostname: 'web-01', ip: '127.0.0.1', protocols: [`ssh/${sshd.port}`] })
    const { username, privateKey: private_key } = sshd
    const ops = await aSystemUser(api, { name: 'ops', username, password: undefined, private_key })
    await api.post('perms/asset-permissions/', {
      ...{ name: 'on web-01', users: [me.id], assets: [asset.id], system_users: [ops.id] },
    })
    sshPort = await freePort()
    gateway = spawn(process.execPath, [GATEWAY], {
      env: {
        ...{ PATH: process.env.PATH, SERVER_URL: program.url, DATA_DIR: program.folder },
        ...{ SSH_PORT: String(sshPort), GATEWAY_PORT: '0', BOOTSTRAP_TOKEN: 'bootstrap-for-tests' },
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    gateway.stderr!.on('data', (data) => {
      said += data
    })
    await new Promise((done) => gateway.once('message', done))
  })
  afterAll(async () => {
    const exit = new Promise((done) => gateway.once('exit', done))
    gateway.kill('SIGTERM')
    await exit
    await sshd.close()
    await program.stop()
  })

  const isWell = async () => (await api.get('/api/health/').catch(() => undefined))?.status === 200
  const shown = async () => (await api.get('terminal/sessions/?limit=10')).body.results as any[]

  it('they go on, the session stays what it is, and everything written meanwhile arrives once', async () => {
    const ann = new Typist(['admin@ops@web-01@127.0.0.1'], {
      ...{ folder: program.folder, port: sshPort, password: PASSWORD },
    })
    await ann.see(/[#$] $/)
    ann.type('echo before $((40+1))\r')
    await ann.see('before 41')
    await ann.see(/[#$] $/)
    const [{ id }] = await shown()

    const letGo = await program.holdDatabase()
    await until(async () => !(await isWell()), 'a server without its database')
    // More than a chunk, so that the recording has something to send at once.
    ann.type('seq 1 200000 | tail -c 1200000; echo during $((40+2))\r')
    await ann.see('during 42')
    await ann.see(/[#$] $/)
    await until(() => /commands wait for the server/.test(said), 'commands that wait')
    await until(() => /The recording of session \S+ waits/.test(said), 'a recording that waits')
    ann.type('echo still $((40+3))\r')
    await ann.see('still 43')
    await ann.see(/[#$] $/)
    letGo()
    await until(isWell, 'the database again')

    expect(await shown()).toMatchObject([{ id, is_finished: false }])
    ann.type('echo after $((40+4))\r')
    await ann.see('after 44')
    await ann.see(/[#$] $/)
    ann.type('exit\r')
    await ann.closed
    await until(async () => (await shown())[0]?.is_finished === true, 'the end of the session')
    expect(await shown()).toMatchObject([{ id, is_success: true, has_replay: true }])

    const commands = async () =>
      ((await api.get(`terminal/commands/?session_id=${id}&limit=50`)).body.results ?? []).map(
        ({ input }: any) => input,
      )
    await until(async () => (await commands()).includes('exit'), 'the last command')
    const typed = (await commands()).filter((input: string) => /echo/.test(input)).sort()
    expect(typed).toEqual([
      'echo after $((40+4))',
      'echo before $((40+1))',
      'echo still $((40+3))',
      'seq 1 200000 | tail -c 1200000; echo during $((40+2))',
    ])

    const manifest: Manifest = (await api.get(`terminal/sessions/${id}/recording/`)).body
    const chunk = async (no: number) => Buffer.from((await api.get(`terminal/sessions/${id}/chunks/${no}/`)).text)
    expect(await verify(manifest, chunk, hash)).toEqual({ state: 'whole' })
    let output = ''
    for (const { no } of manifest.chunks)
      for (const event of readEvents(await chunk(no))) if (event.kind === 'output') output += event.data
    for (const word of ['before 41', '\r\n199999\r\n200000\r\n', 'during 42', 'still 43', 'after 44'])
      expect([word, output.split(word).length - 1]).toEqual([word, 1])
  })
})
