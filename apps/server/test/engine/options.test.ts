import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSpecimenWorld } from '../kit/specimen.ts'
import { DEFAULT_ORG, ROOT_ORG, type Someone, type World } from '../kit/world.ts'

const GROUPS = 'users/groups/'
let world: World
let orgAdmin: Someone
let auditor: Someone
let user: Someone

beforeAll(async () => {
  world = await openSpecimenWorld()
  orgAdmin = await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })
  auditor = await world.person({ in: { [DEFAULT_ORG]: ['Auditor'] } })
  user = await world.person()
})
afterAll(() => world.close())

const renders = ['application/json', 'text/csv', 'application/xlsx']
const parses = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/csv',
  'text/xlsx',
  '*/*',
]

interface Labels {
  readonly [name: string]: string
}
const english: Labels = {
  name: 'Name',
  users: 'Users',
  users_amount: 'Users amount',
  comment: 'Comment',
  date_created: 'Date created',
  created_by: 'Created by',
  org_id: 'Organization',
  org_name: 'Org name',
}
const chinese: Labels = {
  name: '名称',
  users: '用户',
  users_amount: '用户数量',
  comment: '备注',
  date_created: '创建日期',
  created_by: '创建者',
  org_id: '组织',
  org_name: '组织名称',
}

const open = { read_only: false, write_only: false }
const closed = { read_only: true, write_only: false }

const groupFields = (label: Labels, listed: boolean) => ({
  id: { type: 'string', required: false, label: 'ID', ...open },
  name: {
    type: 'string',
    required: true,
    label: label.name,
    max_length: 128,
    ...open,
    ...(listed ? { filter: true, order: true } : {}),
  },
  users: { type: 'field', required: false, label: label.users, ...open },
  users_amount: { type: 'integer', required: false, label: label.users_amount, ...closed },
  comment: { type: 'string', required: false, label: label.comment, ...open },
  date_created: {
    type: 'datetime',
    required: false,
    label: label.date_created,
    ...closed,
    ...(listed ? { order: true } : {}),
  },
  created_by: { type: 'string', required: false, label: label.created_by, max_length: 32, ...closed },
  org_id: { type: 'field', required: false, default: DEFAULT_ORG, label: label.org_id, ...closed },
  org_name: { type: 'field', required: false, label: label.org_name, ...closed },
})

describe('[CALL-16] OPTIONS', () => {
  it.each([
    ['English', 'en', 'User group List', english],
    ['Chinese', 'zh-CN', '用户组列表', chinese],
  ])('of a list tells everything in %s to who administers', async (_, language, name, labels) => {
    for (const someone of [world.admin, orgAdmin]) {
      const reply = await someone.api.options(`${GROUPS}?draw=1&display=1`, { 'accept-language': language })
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({
        name,
        description: '',
        renders,
        parses,
        actions: {
          GET: groupFields(labels, true),
          POST: groupFields(labels, false),
          PUT: groupFields(labels, false),
        },
      })
      expect(Object.keys(reply.body)).toEqual(['name', 'description', 'renders', 'parses', 'actions'])
      expect(Object.keys(reply.body.actions.GET)).toEqual(Object.keys(groupFields(labels, true)))
    }
  })

  it('is for whom the list is for', async () => {
    for (const someone of [auditor, user]) {
      const reply = await someone.api.options(GROUPS)
      expect([reply.status, reply.body.code]).toEqual([403, 'permission_denied'])
    }
    expect((await world.anonymous().options(GROUPS)).status).toBe(401)
  })

  it('tells an auditor how to read, and nobody how to do what they may not', async () => {
    const reply = await auditor.api.options('test/specimens/')
    expect(Object.keys(reply.body.actions)).toEqual(['GET'])
    expect(Object.keys((await orgAdmin.api.options('test/specimens/')).body.actions)).toEqual(['GET', 'POST', 'PUT'])
    expect((await user.api.options('test/specimens/')).status).toBe(403)
    expect(Object.keys((await user.api.options('test/specimen-notes/')).body.actions)).toEqual(['GET', 'POST'])
    expect(Object.keys((await orgAdmin.api.options('audits/operate-logs/')).body.actions)).toEqual(['GET'])
  })

  it('of a row tells how to change it, if there is one', async () => {
    const { body } = await orgAdmin.api.post(GROUPS, { name: 'described' })
    const there = await orgAdmin.api.options(`${GROUPS}${body.id}/`)
    expect(there.body.name).toBe('User group Instance')
    expect(there.body.actions).toEqual({ GET: groupFields(english, true), PUT: groupFields(english, false) })
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x'])
      expect(Object.keys((await orgAdmin.api.options(`${GROUPS}${id}/`)).body.actions)).toEqual(['GET'])
    const zh = await orgAdmin.api.options(`${GROUPS}${body.id}/`, { 'accept-language': 'zh' })
    expect(zh.body.name).toBe('用户组详情')
  })

  it('presets the organisation one stands in', async () => {
    const reply = await world.admin.api.options(GROUPS, { 'x-jms-org': ROOT_ORG })
    expect(reply.body.actions.POST.org_id.default).toBe(ROOT_ORG)
  })

  it('[META-01] [META-06] [META-11] [T52] tells of every kind of field what a form needs', async () => {
    const { GET, POST, PUT } = (await orgAdmin.api.options('test/specimens/')).body.actions
    expect(GET).not.toHaveProperty('password')
    expect(POST.password).toEqual({
      type: 'string',
      required: false,
      read_only: false,
      label: 'Password',
      max_length: 64,
      write_only: true,
    })
    expect(POST.kind).toEqual({
      type: 'choice',
      required: false,
      default: 'a',
      read_only: false,
      label: 'Type',
      write_only: false,
      choices: [
        { value: 'a', display_name: 'First' },
        { value: 'b', display_name: 'Second' },
      ],
    })
    expect(POST.place.children.host).toMatchObject({ type: 'string', required: true })
    expect(POST.labels.child).toMatchObject({ type: 'string', max_length: 32 })
    expect(POST.date_start.default).toMatch(/ \+0800$/)
    expect(POST.name).not.toHaveProperty('filter')
    expect(GET.is_active).toMatchObject({ type: 'boolean', filter: true })
    expect(GET.owners).not.toHaveProperty('choices')
    expect(PUT).toEqual({ ...POST, date_start: { ...POST.date_start, default: expect.any(String) } })
  })

  it('tells PUT only defaults that it goes back to', async () => {
    const { POST, PUT } = (await orgAdmin.api.options('users/users/')).body.actions
    expect(POST.password_strategy.default).toBe(0)
    expect(PUT.password_strategy).not.toHaveProperty('default')
  })
})
