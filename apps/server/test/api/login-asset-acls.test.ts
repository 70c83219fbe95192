import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import { makeAsset, makeSystemUser } from '../kit/applications.ts'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type Someone, type World } from '../kit/world.ts'

const LIST = 'acls/login-asset-acls/'
const CHECK = 'acls/login-asset/check/'

describe('asset login rules', () => {
  let world: World
  let gateway: Someone
  let reviewer: Someone
  beforeAll(async () => {
    world = await openWorld()
    await world.license()
    gateway = await world.person({ role: 'App', org: ROOT_ORG })
    reviewer = await world.person({ name: 'Bob' })
  })
  afterAll(() => world.close())

  let counter = 0
  const rule = (body: Record<string, unknown> = {}, headers?: Record<string, string>) =>
    world.admin.api.post(LIST, { name: `rule ${++counter}`, reviewers: [reviewer.id], ...body }, headers)

  it('[ACL-01] [PROD-10] are made, found, changed and deleted', async () => {
    const reply = await rule({
      name: 'prod confirm',
      system_users: { username_group: ['root'], protocol_group: ['ssh'] },
      assets: { ip_group: ['10.1.0.0/16', 'db.example.com'] },
    })
    expect([reply.status, reply.body]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'prod confirm',
        priority: 50,
        users: { username_group: ['*'] },
        system_users: { name_group: ['*'], username_group: ['root'], protocol_group: ['ssh'] },
        assets: { ip_group: ['10.1.0.0/16', 'db.example.com'], hostname_group: ['*'] },
        action: 'login_confirm',
        action_display: 'Login confirm',
        is_active: true,
        comment: '',
        reviewers: [reviewer.id],
        reviewers_amount: 1,
        created_by: 'Administrator',
        date_created: expect.any(String),
        date_updated: expect.any(String),
        org_id: DEFAULT_ORG,
        org_name: 'Default',
      },
    ])
    const { api } = world.admin
    const path = `${LIST}${reply.body.id}/`
    expect((await api.get(`${LIST}?search=PROD`)).body).toHaveLength(1)
    const changed = await api.patch(path, { action: 'reject', reviewers: [] })
    expect(changed.body).toMatchObject({ action_display: 'Reject', reviewers: [], reviewers_amount: 0 })
    expect((await api.patch(path, { action: 'login_confirm' })).body).toEqual({
      reviewers: ['This field is required.'],
    })
    const { children } = (await api.options(LIST)).body.actions.POST.system_users
    expect(Object.keys(children)).toEqual(['name_group', 'username_group', 'protocol_group'])
    expect((await api.delete(path)).status).toBe(204)
  })

  it('keep the parts of a group that a change does not name', async () => {
    const groups = {
      users: { username_group: ['ann'] },
      assets: { ip_group: ['10.1.0.0/16'], hostname_group: ['web*'] },
      system_users: { name_group: ['ops'], username_group: ['root'], protocol_group: ['ssh'] },
    }
    const { api } = world.admin
    const path = `${LIST}${(await rule(groups)).body.id}/`
    const changed = await api.patch(path, {
      system_users: { username_group: ['www'] },
      assets: { ip_group: ['10.2.0.1'] },
    })
    const after = {
      users: groups.users,
      assets: { ip_group: ['10.2.0.1'], hostname_group: ['web*'] },
      system_users: { ...groups.system_users, username_group: ['www'] },
    }
    expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(after)])
    const several = await api.patch(LIST, [{ id: changed.body.id, assets: { hostname_group: ['db*'] } }])
    expect(several.body[0].assets).toEqual({ ip_group: ['10.2.0.1'], hostname_group: ['db*'] })
    expect((await api.patch(path, { assets: { ip_group: [] } })).status).toBe(400)
    expect((await api.patch(path, { assets: { ip_group: null } })).body.assets).toEqual({
      ip_group: ['*'],
      hostname_group: ['db*'],
    })
    // To replace a rule is to say all of it.
    const put = await api.put(path, { ...changed.body, assets: { ip_group: ['10.3.0.1'] } })
    expect(put.body.assets).toEqual({ ip_group: ['10.3.0.1'], hostname_group: ['*'] })
  })

  it('say which of their groups is wrong', async () => {
    const bad = async (body: object) => (await rule(body as Record<string, unknown>)).body
    expect(await bad({ users: { username_group: 'x' } })).toEqual({
      users: { username_group: ['Expected a list of items.'] },
    })
    expect(await bad({ users: { username_group: ['x'.repeat(129)] } })).toEqual({
      users: { username_group: { 0: ['Ensure this field has no more than 128 characters.'] } },
    })
    expect(await bad({ system_users: { protocol_group: ['ssh', 'ftp'] } })).toEqual({
      system_users: { protocol_group: { 1: ['Unsupported protocols: ftp'] } },
    })
    expect(await bad({ users: { username_group: [] }, assets: { ip_group: [] } })).toEqual({
      users: { username_group: ['This list may not be empty.'] },
      assets: { ip_group: ['This list may not be empty.'] },
    })
    expect(await bad({ priority: 0 })).toHaveProperty('priority')
    expect(await bad({ action: 'maybe' })).toHaveProperty('action')
  })

  it('are reviewed by members: others are left out, and one must be left', async () => {
    const stranger = await world.person({ in: { [await world.organisation()]: ['User'] } })
    const made = await rule({ reviewers: [stranger.id, reviewer.id, newId()] })
    expect([made.status, made.body.reviewers]).toEqual([201, [reviewer.id]])
    const none = await rule({ reviewers: [stranger.id] })
    expect([none.status, none.body]).toEqual([
      400,
      { reviewers: ['None of the reviewers belong to Organization `Default`'] },
    ])
    expect((await rule({ reviewers: [] })).body).toEqual({ reviewers: ['This list may not be empty.'] })
    expect((await rule({ reviewers: undefined })).body).toEqual({ reviewers: ['This field is required.'] })
    for (const action of ['accept', 'reject'])
      expect((await rule({ action, reviewers: undefined, is_active: false })).status).toBe(201)
    const fromRoot = await world.admin.api.patch(
      `${LIST}${made.body.id}/`,
      { reviewers: [stranger.id] },
      { 'x-jms-org': ROOT_ORG },
    )
    expect(fromRoot.status).toBe(400)
  })

  it('lose a reviewer who leaves the organisation', async () => {
    const org = await world.organisation()
    const headers = { 'x-jms-org': org }
    const ann = await world.person({ in: { [org]: ['User'], [DEFAULT_ORG]: ['User'] } })
    const there = (await rule({ reviewers: [ann.id] }, headers)).body
    const here = (await rule({ reviewers: [ann.id], is_active: false })).body
    await world.admin.api.post(`users/users/${ann.id}/remove/`, {}, headers)
    expect((await world.admin.api.get(`${LIST}${there.id}/`, headers)).body.reviewers).toEqual([])
    expect((await world.admin.api.get(`${LIST}${here.id}/`)).body.reviewers).toEqual([ann.id])
  })

  it('[T17] [T18] are not there in another organisation, and are for administrators', async () => {
    const { body } = await rule({ is_active: false })
    const org = await world.organisation()
    const boss = await world.person({ in: { [org]: ['Admin'] }, org })
    expect((await boss.api.get(`${LIST}${body.id}/`)).status).toBe(404)
    expect((await boss.api.patch(`${LIST}${body.id}/`, { is_active: true })).status).toBe(404)
    for (const person of [reviewer, gateway]) expect((await person.api.get(LIST)).status).toBe(403)
  })

  describe('at a login', () => {
    let org: string
    let ann: Someone
    let asset: string
    let account: string
    beforeAll(async () => {
      org = await world.organisation('Check')
      ann = await world.person({ username: 'checked', in: { [org]: ['User'] } })
      asset = await makeAsset(world, { org_id: org, hostname: 'web-01', ip: '10.1.1.10' })
      account = await makeSystemUser(world, { org_id: org, name: 'web', username: 'www' })
    })
    const ask = async (more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
      gateway.api.post(CHECK, { user_id: ann.id, asset_id: asset, system_user_id: account, ...more }, headers)
    const within = (body: Record<string, unknown>) => rule({ reviewers: undefined, ...body }, { 'x-jms-org': org })
    const clear = async () => {
      const rules = (await world.admin.api.get(LIST, { 'x-jms-org': org })).body as { id: string }[]
      for (const { id } of rules) await world.admin.api.delete(`${LIST}${id}/`, undefined, { 'x-jms-org': org })
    }

    it('let through where nothing matches, or where they accept', async () => {
      await clear()
      expect((await ask()).body).toEqual({ need_confirm: false })
      await within({ action: 'reject', users: { username_group: ['somebody'] } })
      await rule({ action: 'reject', reviewers: undefined, name: 'of another organisation' })
      expect((await ask()).body).toEqual({ need_confirm: false })
      await within({ action: 'reject', priority: 10 })
      await within({ action: 'accept', priority: 90, assets: { hostname_group: ['web-01'] } })
      expect((await ask()).body).toEqual({ need_confirm: false })
    })

    it('refuse, the highest priority first: 100 before 1', async () => {
      await clear()
      await within({ action: 'accept', priority: 99 })
      await within({ action: 'reject', priority: 100, name: 'closed', assets: { ip_group: ['10.1.0.0/16'] } })
      expect((await ask()).body).toEqual({
        need_confirm: false,
        rejected: true,
        reason: 'The login is rejected by the rule "closed"',
      })
      expect((await ask({}, { 'accept-language': 'zh' })).body.reason).toBe('登录被规则“closed”拒绝')
      const elsewhere = await makeAsset(world, { org_id: org, ip: '10.2.0.1' })
      expect((await ask({ asset_id: elsewhere })).body).toEqual({ need_confirm: false })
    })

    it('refuse what would have to be reviewed while nobody can review, and say so', async () => {
      await clear()
      const member = await world.person({ in: { [org]: ['User'] } })
      await within({ name: 'ask first', reviewers: [member.id] })
      expect((await ask()).body).toEqual({
        need_confirm: false,
        rejected: true,
        reason:
          'The rule "ask first" demands that this login is reviewed, but the review service is not available: the login is rejected',
      })
      expect((await ask({}, { 'accept-language': 'zh' })).body.reason).toContain('复核服务尚不可用')
    })

    it('go by the name that somebody arrives with', async () => {
      await clear()
      const own = await makeSystemUser(world, {
        org_id: org,
        username: 'x',
        protocol: 'telnet',
        username_same_with_user: true,
      })
      const typed = await makeSystemUser(world, { org_id: org, username: '', login_mode: 'manual' })
      await within({ action: 'reject', system_users: { username_group: ['root'] } })
      const rejected = async (more: Record<string, unknown>) => (await ask(more)).body.rejected === true
      expect(await rejected({ system_user_id: typed, system_user_username: 'root' })).toBe(true)
      expect(await rejected({ system_user_id: typed, system_user_username: 'www' })).toBe(false)
      // What is typed counts only where something is typed.
      expect(await rejected({ system_user_username: 'root' })).toBe(false)
      await within({ action: 'reject', system_users: { username_group: ['checked'] } })
      expect(await rejected({ system_user_id: own })).toBe(true)
      const unnamed = await ask({ system_user_id: typed })
      expect([unnamed.status, unnamed.body]).toEqual([400, { system_user_username: ['This field is required.'] }])
    })

    it('are asked by service accounts, about what exists', async () => {
      for (const key of ['user_id', 'asset_id', 'system_user_id']) {
        const unknown = newId()
        expect((await ask({ [key]: undefined })).body).toEqual({ [key]: ['This field is required.'] })
        expect((await ask({ [key]: unknown })).body).toEqual({
          [key]: [`Invalid pk "${unknown}" - object does not exist.`],
        })
      }
      const foreign = await makeSystemUser(world)
      expect((await ask({ system_user_id: foreign })).status).toBe(400)
      for (const person of [world.admin, ann]) expect((await person.api.post(CHECK, {})).status).toBe(403)
    })
  })
})
