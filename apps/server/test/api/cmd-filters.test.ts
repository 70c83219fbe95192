import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../kit/client.ts'
import { aSystemUser } from '../kit/inventory.ts'
import { DEFAULT_ORG, openWorld, ROOT_ORG, type World } from '../kit/world.ts'

describe('command filters', () => {
  let world: World
  let api: Client
  beforeAll(async () => {
    world = await openWorld()
    api = (await world.person({ in: { [DEFAULT_ORG]: ['Admin'] } })).api
  })
  afterAll(() => world.close())

  let counter = 0
  const aFilter = async (more: Record<string, unknown> = {}) =>
    (await api.post('assets/cmd-filters/', { name: `filter ${++counter}`, ...more })).body
  const rulesAt = (filter: string) => `assets/cmd-filters/${filter}/rules/`

  it('[CMDF-01] [CMDF-02] have rules that live below them and nowhere else', async () => {
    const filter = await aFilter()
    const made = await api.post(rulesAt(filter.id), {
      filter: filter.id,
      content: 'rm\n\n  reboot  \r\n',
      comment: 'no',
    })
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({
        filter: filter.id,
        type: 'command',
        type_display: 'Command',
        content: 'rm\nreboot',
        priority: 50,
        action: 0,
        action_display: 'Deny',
        org_id: DEFAULT_ORG,
      }),
    ])
    expect((await api.get(`assets/cmd-filters/${filter.id}/`)).body.rules).toEqual([made.body.id])
    const changed = await api.patch(`${rulesAt(filter.id)}${made.body.id}/`, { priority: 70 })
    expect([changed.status, changed.body.priority]).toEqual([200, 70])
    expect((await api.get(`${rulesAt(filter.id)}?content=rm%0Areboot`)).body).toHaveLength(1)
    expect((await api.get('assets/cmd-filter-rules/')).status).toBe(404)
    const options = await api.options(rulesAt(filter.id))
    expect(options.body.actions.POST.content.required).toBe(true)
    expect((await api.get(`${rulesAt(filter.id)}?format=csv`)).text).toContain('reboot')
    const deeds = (await api.get('audits/operate-logs/?limit=1')).body.results[0]
    expect(deeds).toMatchObject({ resource_type: 'Command filter rule', diff: { priority: [50, 70] } })
    expect((await api.delete(`${rulesAt(filter.id)}${made.body.id}/`)).status).toBe(204)
  })

  it('take several rules at once, but are not changed in bulk', async () => {
    const filter = await aFilter()
    const made = await api.post(rulesAt(filter.id), [{ content: 'a' }, { content: 'b', action: 1 }])
    expect([made.status, made.body.length]).toEqual([201, 2])
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect([
        method,
        (await api.send(method, rulesAt(filter.id), method === 'DELETE' ? undefined : [])).status,
      ]).toEqual([method, 405])
  })

  it('refuse a rule that is no regular expression, in both languages', async () => {
    const filter = await aFilter()
    const bad = { type: 'regex', content: '^ls$\n(unclosed' }
    expect((await api.post(rulesAt(filter.id), bad)).body).toEqual({
      content: ['Not a valid regular expression: (unclosed'],
    })
    expect((await api.post(rulesAt(filter.id), bad, { 'accept-language': 'zh' })).body).toEqual({
      content: ['正则表达式不合法: (unclosed'],
    })
    const rule = (await api.post(rulesAt(filter.id), { content: '(unclosed' })).body
    expect((await api.patch(`${rulesAt(filter.id)}${rule.id}/`, { type: 'regex' })).status).toBe(400)
    expect((await api.post(rulesAt(filter.id), { content: ' \n \n' })).status).toBe(400)
  })

  it('refuse a regular expression that the gateway cannot run in linear time, in both languages', async () => {
    const filter = await aFilter()
    for (const content of ['rm (?!-i)', '(?<=sudo )reboot', '(a)\\1', 'x{1,2000}']) {
      const bad = { type: 'regex', content: `^ls$\n${content}` }
      const english = await api.post(rulesAt(filter.id), bad)
      expect([english.status, english.body]).toEqual([
        400,
        {
          content: [`The gateway does not run lookaround, back-references or more than 1000 repetitions: ${content}`],
        },
      ])
      expect((await api.post(rulesAt(filter.id), bad, { 'accept-language': 'zh' })).body.content[0]).toMatch(
        /^网关不支持/,
      )
      // As words to be found such a line is no expression, and stays what it is until it shall become one.
      const rule = await api.post(rulesAt(filter.id), { content })
      expect(rule.status).toBe(201)
      expect((await api.patch(`${rulesAt(filter.id)}${rule.body.id}/`, { type: 'regex' })).status).toBe(400)
    }
    expect((await api.post(rulesAt(filter.id), { type: 'regex', content: '(?i)^rm\\b.*$' })).status).toBe(201)
  })

  it('[CMDF-03] [CONST-38] have priorities from 1 to 100', async () => {
    const filter = await aFilter()
    for (const [priority, status] of [
      [1, 201],
      [100, 201],
      [0, 400],
      [101, 400],
    ] as const)
      expect([priority, (await api.post(rulesAt(filter.id), { content: 'x', priority })).status]).toEqual([
        priority,
        status,
      ])
  })

  it('[T17] [T18] keep their rules to themselves and to their organisation', async () => {
    const [mine, other] = [await aFilter(), await aFilter()]
    const rule = (await api.post(rulesAt(mine.id), { content: 'rm', filter: other.id })).body
    expect(rule.filter).toBe(mine.id)
    expect((await api.get(`${rulesAt(other.id)}${rule.id}/`)).status).toBe(404)
    expect((await api.get(rulesAt(other.id))).body).toEqual([])
    const org = await world.organisation()
    const stranger = (await world.person({ in: { [org]: ['Admin'] }, org })).api
    for (const [method, path] of [
      ['GET', rulesAt(mine.id)],
      ['POST', rulesAt(mine.id)],
      ['GET', `${rulesAt(mine.id)}${rule.id}/`],
      ['DELETE', `${rulesAt(mine.id)}${rule.id}/`],
    ] as const)
      expect([
        method,
        (await stranger.send(method, path, method === 'POST' ? { content: 'x' } : undefined)).status,
      ]).toEqual([method, 404])
  })

  it('[VALID-02] give a session the rules in force, the highest priority first', async () => {
    const user = await aSystemUser(api)
    const on = await aFilter({ system_users: [user.id] })
    const off = await aFilter({ system_users: [user.id], is_active: false })
    await api.post(rulesAt(on.id), [
      { content: 'low', priority: 1 },
      { content: 'high allow', priority: 100, action: 1 },
      { content: 'high deny', priority: 100 },
    ])
    await api.post(rulesAt(off.id), { content: 'asleep' })
    const component = await world.person({ role: 'App', org: ROOT_ORG })
    const rules = await component.api.get(`assets/system-users/${user.id}/cmd-filter-rules/`)
    expect(rules.body.map((rule: any) => rule.content)).toEqual(['high deny', 'high allow', 'low'])
    expect((await api.get(`assets/system-users/${user.id}/`)).body.cmd_filters.sort()).toEqual([on.id, off.id].sort())
  })
})
