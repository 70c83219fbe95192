import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { label } from '@drawbridge/resource'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issue } from '../../src/areas/xpack/index.ts'
import { ok, type Route } from '../../src/platform/http/route.ts'
import { licenceKeys } from '../../src/platform/licence.ts'
import { openWorld, ROOT_ORG, type World } from '../kit/world.ts'

const DAY = 86_400

const licensed: Route = {
  method: 'GET',
  path: '/api/v1/xpack/probe/',
  access: ['user'],
  licensed: true,
  doc: { summary: label('探测', 'Probe') },
  run: async () => ok({ served: true }),
}

describe('the licence', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({}, { routes: [licensed] })
  })
  afterAll(() => world.close())

  const made = (options: { days?: number; installation?: string; key?: string; assets?: number } = {}) =>
    issue(
      {
        corporation: 'ACME',
        days: options.days ?? 365,
        assets: options.assets,
        installation: options.installation ?? world.server.services.licence.installation,
      },
      options.key ?? licenceKeys(world.dataDir).privateKey,
      world.clock.now(),
    )

  const strangerKey = () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    return String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  }

  const bring = (text: string, lang = 'en') => {
    const form = new FormData()
    form.append('file', new Blob([text]), 'licence.txt')
    return world.admin.api.post('xpack/license/import', form, { 'accept-language': lang })
  }

  const probe = async () => (await world.admin.api.get('xpack/probe/')).status

  const put = async (text: string) => {
    const { licence, database } = world.server.services
    await licence.keep(database.db, text)
    await licence.refresh()
  }

  it('is not there at first, and what needs one is refused', async () => {
    expect((await world.admin.api.get('xpack/license/detail')).body).toEqual({
      subscription_id: '',
      corporation: '',
      expired: '',
      date_expired: '',
      asset_count: null,
      edition: '',
      state: 'none',
      installation: world.server.services.licence.installation,
    })
    const reply = await world.admin.api.get('xpack/probe/')
    expect(reply.status).toBe(403)
    expect(reply.body.code).toBe('license_required')
  })

  it('[CALL-13] [SETLIC-02] [SETLIC-03] is refused with a clear reason when it is forged, for somebody else or over', async () => {
    const forged = made().replace(/^([^.]+)\.([^.]+)/, (_, head: string, payload: string) => {
      const text = Buffer.from(payload, 'base64url').toString().replace('"ACME"', '"EVIL"')
      return `${head}.${Buffer.from(text).toString('base64url')}`
    })
    const wrong: [string, string, string][] = [
      [forged, 'The license is not valid', '许可证无效'],
      [made({ key: strangerKey() }), 'The license is not valid', '许可证无效'],
      ['not a licence at all', 'The license is not valid', '许可证无效'],
      ['', 'The license file is empty', '许可证文件为空'],
      [made({ installation: 'another' }), 'The license was issued for another installation', '签发给其他安装'],
      [made({ days: -1 }), 'The license has expired', '许可证已过期'],
    ]
    for (const [text, english, chinese] of wrong) {
      const reply = await bring(text)
      expect(reply.status).toBe(200)
      expect(reply.body.status).toBe(false)
      expect(reply.body.msg).toContain(english)
      expect((await bring(text, 'zh')).body.msg).toContain(chinese)
    }
    expect(await probe()).toBe(403)
    expect((await world.admin.api.post('xpack/license/import', new FormData())).status).toBe(400)
  })

  it('opens nothing when it got into the database some other way', async () => {
    for (const text of [
      made({ key: strangerKey() }),
      made({ installation: 'another' }),
      made({ days: -1 }),
      'rubbish',
    ]) {
      await put(text)
      expect(await probe()).toBe(403)
    }
    await put(made({ key: strangerKey() }))
    expect((await world.admin.api.get('xpack/license/detail')).body).toMatchObject({ state: 'forged', corporation: '' })
  })

  it('[CALL-14] [SETLIC-01] is taken when it is valid, opens what needs it, and leaves a row in the operate log', async () => {
    const reply = await bring(made({ assets: 500 }))
    expect(reply.body).toEqual({ status: true, msg: 'The license was imported' })
    expect(await probe()).toBe(200)
    const { body } = await world.admin.api.get('xpack/license/detail')
    expect(body).toMatchObject({ corporation: 'ACME', edition: 'Enterprise', asset_count: 500, state: 'valid' })
    expect(body.subscription_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(body.date_expired).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0800$/)
    expect(body.expired).toBe(body.date_expired.slice(0, 10))
    const rows = await world.server.services.database.db
      .selectFrom('audits_operate_logs')
      .selectAll()
      .where('resource_path', '=', 'xpack/license')
      .execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ org_id: ROOT_ORG, resource: 'ACME', user: 'Administrator(admin)' })
    expect(rows[0]!.diff).toMatchObject({ corporation: [null, 'ACME'], asset_count: [null, 500] })
  })

  it('stays in force when a worse one is brought', async () => {
    expect((await bring(made({ days: -1 }))).body.status).toBe(false)
    expect(await probe()).toBe(200)
  })

  it('ends by itself while the server runs', async () => {
    await bring(made({ days: 1 }))
    expect(await probe()).toBe(200)
    world.clock.advance(DAY + 1)
    expect(await probe()).toBe(403)
    expect((await world.admin.api.get('xpack/license/detail')).body).toMatchObject({
      state: 'expired',
      corporation: 'ACME',
    })
  })

  it('is the business of system administrators only', async () => {
    for (const role of ['User', 'Auditor', 'App'] as const) {
      const { api } = await world.person({ role })
      expect((await api.get('xpack/license/detail')).status).toBe(403)
      expect((await api.post('xpack/license/import', new FormData())).status).toBe(403)
    }
    expect((await world.anonymous().get('xpack/license/detail')).status).toBe(401)
  })

  it('is issued by a command that finds the installation by itself', async () => {
    const { config } = world.server.services
    const command = new URL('../../dist/src/commands/licence.js', import.meta.url).pathname
    const run = (args: string[]) =>
      new Promise<{ out: string; err: string; code: unknown }>((done) => {
        const env = { PATH: process.env.PATH, DATABASE_URL: config.databaseUrl, DATA_DIR: config.dataDir }
        execFile(process.execPath, [command, ...args], { env }, (error, out, err) =>
          done({ out, err, code: error?.code ?? 0 }),
        )
      })
    const { out } = await run(['--corporation', 'Umbrella', '--days', '30', '--assets', '7'])
    expect((await bring(out)).body).toMatchObject({ status: true })
    expect((await world.admin.api.get('xpack/license/detail')).body).toMatchObject({
      corporation: 'Umbrella',
      asset_count: 7,
    })
    const wrong = await run(['--corporation', 'Umbrella', '--days', 'many'])
    expect(wrong.code).not.toBe(0)
    expect(wrong.err).toContain('--days must be a whole number above 0')
  })
})
