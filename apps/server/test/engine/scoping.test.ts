import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openVisit } from '../../src/platform/auth/visits.ts'
import { newId } from '../../src/platform/ids.ts'
import type { Client } from '../kit/client.ts'
import { databaseOf, openSpecimenWorld } from '../kit/specimen.ts'
import { DEFAULT_ORG, ROOT_ORG, type Someone, type World } from '../kit/world.ts'

const LIST = 'test/specimens/'
let world: World
let admin: Client
/** Two organisations with an administrator each, and a row and a group in each. */
let ours: string
let theirs: string
let us: Someone
let them: Someone
let our: { row: any; group: any }
let their: { row: any; group: any }

beforeAll(async () => {
  world = await openSpecimenWorld()
  admin = world.admin.api
  ours = await world.organisation('Ours')
  theirs = await world.organisation('Theirs')
  us = await world.person({ in: { [ours]: ['Admin'] }, org: ours })
  them = await world.person({ in: { [theirs]: ['Admin'] }, org: theirs })
  const fill = async (api: Client, name: string) => {
    const group = (await api.post('users/groups/', { name: `${name} group` })).body
    const row = (await api.post(LIST, { name: `${name} row`, group: group.id, owners: [group.id], amount: 1 })).body
    return { row, group }
  }
  our = await fill(us.api, 'our')
  their = await fill(them.api, 'their')
})
afterAll(() => world.close())

describe('the organisation of a call', () => {
  const orgOf = async (api: Client, path = '', headers: Record<string, string> = {}): Promise<string> => {
    const { body } = await api.options(`${LIST}${path}`, headers)
    return body.actions.GET.org_id.default
  }
  let session: string
  beforeAll(async () => {
    const { cookie } = await openVisit(world.server.services.database.db, {
      user: world.admin.id,
      data: { oid: theirs },
      seconds: 3_600,
      address: '127.0.0.1',
      userAgent: '',
      now: new Date(),
    })
    session = `sessionid=${cookie}`
  })

  it('is the default one where nobody says', async () => {
    expect(await orgOf(admin)).toBe(DEFAULT_ORG)
  })

  it('is named by the query before the header, the header before the cookie, the cookie before the session', async () => {
    const nobody = world.anonymous()
    expect(await orgOf(nobody, '', { cookie: session })).toBe(theirs)
    expect(await orgOf(nobody, '', { cookie: `${session}; X-JMS-ORG=${ours}` })).toBe(ours)
    const both = { cookie: `${session}; X-JMS-ORG=${ours}`, 'x-jms-org': DEFAULT_ORG }
    expect(await orgOf(nobody, '', both)).toBe(DEFAULT_ORG)
    expect(await orgOf(nobody, `?oid=${ROOT_ORG}`, both)).toBe(ROOT_ORG)
    expect(await orgOf(nobody, '?oid=', both)).toBe(DEFAULT_ORG)
  })

  it.each([
    ['Ours', () => ours],
    ['default', () => DEFAULT_ORG],
    ['DEFAULT', () => DEFAULT_ORG],
    ['root', () => ROOT_ORG],
    ['ROOT', () => ROOT_ORG],
    [ROOT_ORG, () => ROOT_ORG],
    [DEFAULT_ORG, () => DEFAULT_ORG],
  ])('may be called %s', async (name, id) => {
    expect(await orgOf(admin, '', { 'x-jms-org': name })).toBe(id())
    expect(await orgOf(admin, `?oid=${name}`)).toBe(id())
  })

  it('may be written in any spelling of its id', async () => {
    expect(await orgOf(admin, '', { 'x-jms-org': ours.toUpperCase() })).toBe(ours)
    expect(await orgOf(admin, '', { 'x-jms-org': ours.replaceAll('-', '') })).toBe(ours)
  })

  it('that nobody knows is the default one to a reader, and refused to a writer', async () => {
    for (const name of ['Nobody', newId(), '%00', 'x'.repeat(500)]) {
      expect(await orgOf(admin, `?oid=${name}`)).toBe(DEFAULT_ORG)
      const reply = await admin.post(`${LIST}?oid=${name}`, { name: `to nobody ${name.slice(0, 9)}` })
      // Nothing but characters that no name has is no name at all.
      if (name === '%00') expect(reply.status).toBe(201)
      else expect([reply.status, reply.body.code]).toEqual([400, 'org_not_found'])
    }
  })

  it('is no way in for somebody who is nobody there', async () => {
    for (const org of [theirs, 'Theirs', ROOT_ORG, 'root', DEFAULT_ORG]) {
      expect((await us.api.get(LIST, { 'x-jms-org': org })).status).toBe(403)
      expect((await us.api.get(`${LIST}?oid=${org}`)).status).toBe(403)
      expect((await us.api.post(LIST, { name: 'x' }, { 'x-jms-org': org })).status).toBe(403)
      expect((await us.api.options(LIST, { 'x-jms-org': org })).status).toBe(403)
    }
  })
})

describe('[T17] [T18] a row of another organisation does not exist', () => {
  const absent = { detail: 'Specimen object does not exist.', code: 'object_does_not_exist' }

  it('by its id', async () => {
    for (const api of [us.api, admin]) {
      for (const [method, body] of [['GET'], ['PUT', { name: 'x' }], ['PATCH', { name: 'x' }], ['DELETE']] as const) {
        const reply = await api.send(method, `${LIST}${their.row.id}/`, body)
        expect([reply.status, reply.body]).toEqual([404, absent])
      }
    }
    expect((await us.api.delete(`${LIST}${our.row.id},${their.row.id}/`)).status).toBe(404)
    expect((await us.api.options(`${LIST}${their.row.id}/`)).body.actions).not.toHaveProperty('PUT')
    expect((await us.api.options(`${LIST}${our.row.id}/`)).body.actions).toHaveProperty('PUT')
  })

  it('in a list, a count, a search, a filter, a sheet', async () => {
    for (const query of [
      '',
      `ids=${their.row.id}`,
      `id=${their.row.id}`,
      'search=their',
      `search=${encodeURIComponent('their row')}`,
      `name=${encodeURIComponent('their row')}`,
      `group=${their.group.id}`,
      `owners=${their.group.id}`,
      'amount=1',
      'order=-name',
    ]) {
      expect((await us.api.get(`${LIST}?${query}`)).text).not.toContain('their row')
      const page = (await us.api.get(`${LIST}?limit=100&${query}`)).body
      expect(JSON.stringify(page.results)).not.toContain('their row')
      expect(page.count).toBe(page.results.length)
      for (const template of ['export', 'import', 'update'])
        expect((await us.api.get(`${LIST}?format=csv&template=${template}&${query}`)).text).not.toContain('their row')
    }
    expect((await us.api.get('users/groups/?limit=9')).body.count).toBe(1)
  })

  it('[T48] behind a handle, whoever made it and wherever', async () => {
    const mine = (await us.api.post('common/resources/cache/', { resources: [our.row.id, their.row.id] })).body.spm
    expect((await us.api.get(`${LIST}?spm=${mine}`)).body).toHaveLength(1)
    expect((await us.api.get(`${LIST}?spm=${mine}&limit=9`)).body.count).toBe(1)
    expect((await them.api.get(`${LIST}?spm=${mine}`)).body).toEqual([])
    expect((await admin.get(`${LIST}?spm=${mine}`, { 'x-jms-org': ours })).body).toEqual([])
    const elsewhere = (await admin.post('common/resources/cache/', { resources: [our.row.id] })).body.spm
    expect((await admin.get(`${LIST}?spm=${elsewhere}`, { 'x-jms-org': ours })).body).toEqual([])
    for (const method of ['DELETE', 'GET'])
      expect((await them.api.send(method, `${LIST}?spm=${mine}&format=csv`)).status).toBe(400)
  })

  it('for a bulk change or deletion', async () => {
    for (const method of ['PUT', 'PATCH']) {
      const reply = await us.api.send(method, LIST, [
        { id: our.row.id, name: 'our row' },
        { id: their.row.id, name: 'stolen' },
      ])
      expect(reply.status).toBe(400)
      expect(reply.body).toEqual([{}, { id: [`Invalid pk "${their.row.id}" - object does not exist.`] }])
    }
    expect((await us.api.delete(`${LIST}?ids=${their.row.id}`)).status).toBe(204)
    expect((await us.api.delete(`${LIST}?group=${their.group.id}`)).status).toBe(204)
    expect((await them.api.get(`${LIST}${their.row.id}/`)).body.name).toBe('their row')
  })

  it('as the end of a reference', async () => {
    const problem = [`Invalid pk "${their.group.id}" - object does not exist.`]
    for (const body of [{ group: their.group.id }, { owners: [our.group.id, their.group.id] }]) {
      const name = Object.keys(body)[0]!
      const made = await us.api.post(LIST, { name: 'referring', ...body })
      expect([made.status, made.body]).toEqual([400, { [name]: problem }])
      const changed = await us.api.patch(`${LIST}${our.row.id}/`, body)
      expect([changed.status, changed.body]).toEqual([400, { [name]: problem }])
    }
  })

  it('and its name may be used again; only its id cannot', async () => {
    expect((await us.api.post(LIST, { name: 'their row' })).status).toBe(201)
    expect((await us.api.post(LIST, { id: their.row.id, name: 'same id' })).status).toBe(400)
  })

  it('nor can a row be put into another organisation', async () => {
    const { body } = await us.api.post(LIST, { name: 'ours to stay', org_id: theirs })
    expect(body.org_id).toBe(ours)
    const { body: changed } = await us.api.put(`${LIST}${body.id}/`, { name: 'ours to stay', org_id: theirs })
    expect(changed.org_id).toBe(ours)
  })

  it('links to it are not shown, counted or lost', async () => {
    const link = { specimen: our.row.id, usergroup: their.group.id, role: 'owner' }
    await databaseOf(world).insertInto('test_specimen_links').values(link).execute()
    const { body } = await us.api.get(`${LIST}${our.row.id}/`)
    expect(body).toMatchObject({ owners: [our.group.id], owners_amount: 1, owners_display: 'our group' })
    await us.api.patch(`${LIST}${our.row.id}/`, { owners: [] })
    const left = await databaseOf(world)
      .selectFrom('test_specimen_links')
      .selectAll()
      .where('specimen', '=', our.row.id)
      .execute()
    expect(left).toMatchObject([link])
    await databaseOf(world)
      .deleteFrom('test_specimen_links')
      .where('usergroup', '=', their.group.id)
      .where('specimen', '=', our.row.id)
      .execute()
    await us.api.patch(`${LIST}${our.row.id}/`, { owners: [our.group.id] })
  })
})

describe('in the root organisation', () => {
  const root = { 'x-jms-org': ROOT_ORG }

  it('the system administrator sees the rows of all', async () => {
    const { body } = await admin.get(`${LIST}?search=row`, root)
    const orgs = new Map(body.map((row: any) => [row.name, row.org_name]))
    expect(orgs.get('our row')).toBe('Ours')
    expect(body.some((row: any) => row.org_id === theirs)).toBe(true)
  })

  it('a row can be changed and stays where it is', async () => {
    const reply = await admin.patch(`${LIST}${our.row.id}/`, { comment: 'from above' }, root)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ org_id: ours, org_name: 'Ours', comment: 'from above' })
    const log = await databaseOf(world)
      .selectFrom('audits_operate_logs')
      .select('org_id')
      .where('resource_id', '=', our.row.id)
      .orderBy('datetime', 'desc')
      .executeTakeFirst()
    expect(log?.org_id).toBe(ours)
  })

  it('a row still refers to rows of its own organisation only', async () => {
    for (const body of [{ group: their.group.id }, { owners: [their.group.id] }]) {
      const reply = await admin.patch(`${LIST}${our.row.id}/`, body, root)
      expect(reply.status).toBe(400)
      expect(Object.values(reply.body)).toEqual([[`Invalid pk "${their.group.id}" - object does not exist.`]])
    }
    expect((await admin.patch(`${LIST}${our.row.id}/`, { group: our.group.id }, root)).status).toBe(200)
  })

  it('a name is still unique in its own organisation only', async () => {
    const { body } = await admin.patch(
      LIST,
      [
        { id: our.row.id, name: 'one name' },
        { id: their.row.id, name: 'one name' },
      ],
      root,
    )
    expect(body.map((row: any) => row.name)).toEqual(['one name', 'one name'])
    await admin.patch(
      LIST,
      [
        { id: our.row.id, name: 'our row' },
        { id: their.row.id, name: 'their row' },
      ],
      root,
    )
  })
})

describe('[T17] a row of somebody else', () => {
  it('does not exist, not even for the system administrator', async () => {
    const NOTES = 'test/specimen-notes/'
    const { body: note } = await us.api.post(NOTES, { text: 'private', user: them.id })
    expect(note.user).toBe(us.id)
    expect((await us.api.get(`${NOTES}${note.id}/`)).body).toEqual(note)
    for (const api of [them.api, admin]) {
      expect((await api.get(NOTES)).body).toEqual([])
      expect((await api.get(`${NOTES}?format=csv&ids=${note.id}`)).text).not.toContain('private')
      for (const [method, body] of [['GET'], ['PUT', { text: 'x' }], ['PATCH', { text: 'x' }], ['DELETE']] as const)
        expect((await api.send(method, `${NOTES}${note.id}/`, body)).status).toBe(404)
    }
    expect((await us.api.delete(`${NOTES}${note.id}/`)).status).toBe(204)
  })
})

describe('rights', () => {
  it('are those of the organisation one stands in', async () => {
    const auditor = await world.person({ in: { [ours]: ['Auditor'] }, org: ours })
    expect((await auditor.api.get(LIST)).status).toBe(200)
    for (const [method, path] of [
      ['POST', LIST],
      ['PUT', LIST],
      ['PATCH', LIST],
      ['DELETE', `${LIST}?ids=${our.row.id}`],
      ['PUT', `${LIST}${our.row.id}/`],
      ['PATCH', `${LIST}${our.row.id}/`],
      ['DELETE', `${LIST}${our.row.id}/`],
      ['POST', `${LIST}render-to-json/`],
    ] as const) {
      const reply = await auditor.api.send(method, path, method === 'DELETE' ? undefined : { name: 'x' })
      expect(reply.status).toBe(403)
      expect(reply.body).toEqual({
        detail: 'You do not have permission to perform this action.',
        code: 'permission_denied',
      })
    }
  })

  it('a stranger has none, whatever they ask for', async () => {
    const nobody = world.anonymous()
    for (const [method, path] of [
      ['GET', LIST],
      ['OPTIONS', LIST],
      ['GET', `${LIST}?format=csv`],
      ['GET', `${LIST}${our.row.id}/`],
      ['POST', LIST],
      ['DELETE', `${LIST}${our.row.id}/`],
    ] as const) {
      const reply = await nobody.send(method, path)
      expect(reply.status).toBe(401)
      expect(reply.headers.get('www-authenticate')).toBe('Sign access_key_id:Signature')
      expect(reply.body).toEqual({
        detail: 'Authentication credentials were not provided.',
        code: 'not_authenticated',
      })
    }
  })
})
