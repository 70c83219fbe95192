import { createHmac, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import { sealedPlaces } from '../../src/platform/secrets/places.ts'
import { rotateInstallation } from '../../src/platform/secrets/rotate-installation.ts'
import { openWorld, type World } from '../kit/world.ts'

describe('a new master key', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  const services = () => world.server.services
  const rotate = () => rotateInstallation(services().config, services().database)
  const keyFile = () => readFile(join(world.dataDir, 'keys', 'master.json'), 'utf8').then((text) => JSON.parse(text))

  it('knows every place where a sealed value is kept', async () => {
    const names = (await sealedPlaces(services().database.db)).map((place) => place.name)
    expect(names).toEqual(
      expect.arrayContaining([
        'users_users.otp_secret',
        'authentication_access_keys.secret',
        'sessions.otp_candidate',
        'sessions.reset_token',
      ]),
    )
  })

  it('reaches every secret while the server works, and the old one goes', async () => {
    const { db } = services().database
    const key = (await world.admin.api.post('authentication/access-keys/')).body
    await services().settings.save(db, { EMAIL_HOST_PASSWORD: 'mail secret' })
    await db
      .updateTable('users_users')
      .set({ otp_secret: services().secrets.seal('JBSWY3DPEHPK3PXP', 'users_users.otp_secret') })
      .where('id', '=', world.admin.id)
      .execute()
    const visit = newId()
    await db
      .insertInto('sessions')
      .values({
        id: visit,
        user: null,
        epoch: 0,
        csrf: '',
        data: JSON.stringify({
          otp_candidate: services().secrets.seal('candidate', 'sessions.otp_candidate'),
          oid: 'kept',
        }) as never,
        remember: false,
        address: null,
        user_agent: '',
        date_created: world.clock.now(),
        date_seen: world.clock.now(),
        date_expired: world.clock.now(),
      })
      .execute()
    const [old] = (await keyFile()).keys

    const report = await rotate()
    expect(report).toMatchObject({ resumed: false, dropped: [old.id], failed: [] })
    expect(report.resealed).toBe(4)
    const { keys } = await keyFile()
    expect(keys.map((one: { id: string }) => one.id)).toEqual([report.current])
    expect(report.current).not.toBe(old.id)

    expect((await signed(key)).status).toBe(200)
    await services().settings.refresh()
    expect(services().settings.values.EMAIL_HOST_PASSWORD).toBe('mail secret')
    const { otp_secret } = await db
      .selectFrom('users_users')
      .select('otp_secret')
      .where('id', '=', world.admin.id)
      .executeTakeFirstOrThrow()
    expect(services().secrets.open(otp_secret!, 'users_users.otp_secret')).toBe('JBSWY3DPEHPK3PXP')
    const { data } = await db.selectFrom('sessions').select('data').where('id', '=', visit).executeTakeFirstOrThrow()
    expect(data.oid).toBe('kept')
    expect(services().secrets.open(data.otp_candidate!, 'sessions.otp_candidate')).toBe('candidate')
    const later = (await world.admin.api.post('authentication/access-keys/')).body
    expect((await signed(later)).status).toBe(200)
  })

  it('is given by one command at a time, and only to the files of their owner', async () => {
    const other = new pg.Client({ connectionString: services().config.databaseUrl })
    await other.connect()
    await other.query('select pg_advisory_lock($1, 2)', [0x4472_6177])
    await expect(rotate()).rejects.toThrow('being rotated by somebody else')
    await other.end()
    const nowhere = { dataDir: join(world.dataDir, randomUUID()) }
    await expect(rotateInstallation(nowhere, services().database)).rejects.toThrow('There is no key file')
  })

  const signed = ({ id, secret }: { id: string; secret: string }) => {
    const date = new Date().toUTCString()
    const target = '/api/v1/users/profile/'
    const text = `(request-target): get ${target}\ndate: ${date}`
    const signature = createHmac('sha256', secret).update(text).digest('base64')
    return world
      .anonymous({
        date,
        authorization: `Signature keyId="${id}",algorithm="hmac-sha256",headers="(request-target) date",signature="${signature}"`,
      })
      .get(target)
  }
})
