import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { remindAll } from '../../src/areas/users/password-reminder.ts'
import { readConfig } from '../../src/platform/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { startServer } from '../../src/server.ts'
import { type Mailbox, openMailbox } from '../kit/mailbox.ts'
import { openWorld, type World } from '../kit/world.ts'

const DAY = 86_400
const HOUR = 3_600

describe('[HEAD-16] a password that will expire', () => {
  let world: World
  let mailbox: Mailbox
  beforeAll(async () => {
    world = await openWorld()
    mailbox = await openMailbox()
    await world.admin.api.patch('settings/setting/?category=security', { SECURITY_PASSWORD_EXPIRATION_TIME: 30 })
  })
  afterAll(async () => {
    await mailbox.close()
    await world.close()
  })

  const useMail = () =>
    world.admin.api.patch('settings/setting/?category=email', {
      EMAIL_HOST: '127.0.0.1',
      EMAIL_PORT: mailbox.port,
      EMAIL_HOST_USER: 'bridge@example.com',
      EMAIL_USE_TLS: false,
      EMAIL_USE_SSL: false,
    })
  const remind = async () => {
    await remindAll(world.server.services)
    await world.server.services.post.idle()
  }
  const subjects = (who: string) =>
    mailbox.letters.filter(({ to }) => to.includes(`${who}@example.com`)).map(({ subject }) => subject)
  const set = (username: string, values: Record<string, unknown>) =>
    world.server.services.database.db.updateTable('users_users').set(values).where('username', '=', username).execute()
  const ago = (seconds: number) => new Date(world.clock.now().getTime() - seconds * 1_000)

  it('is told of by mail once on each of its last five days, in both languages, and to nobody whom it does not concern', async () => {
    for (const username of ['ann', 'ldap-ann', 'disabled', 'gone', 'fresh', 'program'])
      await world.person({ username, name: username, ...(username === 'program' ? { role: 'App' } : {}) })
    const old = { date_password_last_updated: ago(24 * DAY + HOUR) }
    for (const username of ['ann', 'ldap-ann', 'disabled', 'gone', 'program']) await set(username, old)
    await set('ldap-ann', { source: 'ldap' })
    await set('disabled', { is_active: false })
    await set('gone', { date_expired: ago(HOUR) })
    // Without a mail server nothing counts as told.
    world.clock.advance(DAY)
    await remind()
    await useMail()
    for (let day = 0; day < 8; day++) {
      for (let look = 0; look < 3; look++) {
        await remind()
        world.clock.advance(8 * HOUR)
      }
    }
    expect(subjects('ann')).toEqual(
      ['5 days', '4 days', '3 days', '2 days', '1 day'].map((left) =>
        expect.stringMatching(new RegExp(`密码将在 ${left[0]} 天后过期 / Your password will expire in ${left}$`)),
      ),
    )
    expect(new Set(mailbox.letters.flatMap(({ to }) => to))).toEqual(new Set(['ann@example.com']))
    const [first] = mailbox.letters
    expect(first!.text).toMatch(/您的密码将在 5 天后过期.*your password will expire in 5 days.*\/ui\/users\/profile/s)
  })

  it('is told of once by several servers, and after a restart', async () => {
    mailbox.letters.length = 0
    await world.person({ username: 'bob' })
    await set('bob', { date_password_last_updated: ago(27 * DAY + HOUR) })
    const dataDir = await mkdtemp(join(tmpdir(), 'drawbridge-second-'))
    await cp(join(world.dataDir, 'keys'), join(dataDir, 'keys'), { recursive: true })
    const { databaseUrl } = world.server.services.config
    const config = readConfig({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: databaseUrl, OUTBOUND_ALLOW: '127.0.0.1' })
    const other = await startServer(config, { log: createLog('error', () => undefined), now: world.clock.now })
    try {
      await Promise.all([remindAll(world.server.services), remindAll(other.services), remindAll(other.services)])
    } finally {
      await other.close()
      await rm(dataDir, { recursive: true, force: true })
    }
    await world.server.services.post.idle()
    await remind()
    expect(subjects('bob')).toHaveLength(1)
  })

  it('is not told of once it was changed, nor where passwords do not expire for long', async () => {
    mailbox.letters.length = 0
    await world.person({ username: 'cat' })
    await set('cat', { date_password_last_updated: ago(26 * DAY) })
    await world.admin.api.patch('settings/setting/?category=security', { SECURITY_PASSWORD_EXPIRATION_TIME: 9_999 })
    await remind()
    expect(mailbox.letters).toEqual([])
    await world.admin.api.patch('settings/setting/?category=security', { SECURITY_PASSWORD_EXPIRATION_TIME: 30 })
    await remind()
    expect(subjects('cat')).toHaveLength(1)
    await set('cat', { date_password_last_updated: ago(HOUR) })
    world.clock.advance(DAY)
    await remind()
    expect(subjects('cat')).toHaveLength(1)
  })
})
