import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aGateway } from '../kit/gateway.ts'
import { openWorld, type World } from '../kit/world.ts'

describe('the service', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  it('tells anybody whether it is healthy', async () => {
    const reply = await world.anonymous().get('/api/health/')
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ status: 1, time: expect.any(Number) })
    expect(Math.abs(reply.body.time - world.clock.now().getTime() / 1_000)).toBeLessThan(30)
    expect(
      (await world.anonymous().get('/api/health/', { authorization: 'Token wrong', cookie: 'sessionid=x' })).status,
    ).toBe(200)
  })

  it('gives strangers few figures, and no version', async () => {
    const { text, status, headers } = await world.anonymous().get('prometheus/metrics/')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/plain')
    expect(text).toContain('jumpserver_components_status_total{component_type="core",status="normal"} 1')
    expect(text).not.toMatch(/version|drawbridge_http|nodejs|process_/)
    expect(text.length).toBeLessThan(1_000)
    const user = await world.person()
    expect((await user.api.get('prometheus/metrics/')).text).not.toContain('nodejs')
  })

  it('gives those who run it all figures', async () => {
    const tokens = ['bootstrap-for-tests', 'wrong'].map((token) =>
      world.anonymous().get('prometheus/metrics/', { authorization: `BootstrapToken ${token}` }),
    )
    const [right, wrong] = await Promise.all(tokens)
    expect(right!.text).toContain('drawbridge_http_request_seconds')
    expect(wrong!.text).not.toContain('drawbridge_http_request_seconds')
    expect((await world.admin.api.get('prometheus/metrics/')).text).toContain('nodejs_heap_size_total_bytes')
  })

  it('gives those who run it the figures of the components, and strangers no name of one', async () => {
    const [busy, silent] = [await aGateway(world, { name: 'busy "one"' }), await aGateway(world, { name: 'silent' })]
    const load = { system_cpu_load_1: 7, system_memory_used_percent: 41.5, session_active_count: 3 }
    await busy.api.post('terminal/components/state/', load)
    await silent.api.post('terminal/components/state/', load)
    world.clock.advance(121)
    await busy.api.post('terminal/components/state/', load)
    const { text } = await world.admin.api.get('prometheus/metrics/')
    for (const line of [
      'jumpserver_components_status_total{component_type="core",status="normal"} 1',
      'jumpserver_components_status_total{component_type="koko",status="total"} 2',
      'jumpserver_components_status_total{component_type="koko",status="high"} 1',
      'jumpserver_components_status_total{component_type="koko",status="offline"} 1',
      'jumpserver_components_status_total{component_type="xrdp",status="total"} 0',
      'jumpserver_components_session_active_total{component_type="koko"} 3',
      'jumpserver_components_system_cpu_load_1{component_type="koko",component="busy \\"one\\""} 7',
      'jumpserver_components_system_memory_used_percent{component_type="koko",component="busy \\"one\\""} 41.5',
      'jumpserver_components_session_active_count{component_type="koko",component="busy \\"one\\""} 3',
    ])
      expect(text.split('\n')).toContain(line)
    expect(text).not.toContain('component="silent"')
    for (const api of [world.anonymous(), (await world.person()).api])
      expect((await api.get('prometheus/metrics/')).text).not.toMatch(/koko|busy|session_active/)
  })
})

describe('the service without its database', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  it('says that it is not healthy when the database is gone', async () => {
    const { pool } = world.server.services.database
    const { connect } = pool
    pool.connect = (() => Promise.reject(new Error('gone'))) as typeof connect
    const reply = await world.anonymous().get('/api/health/')
    pool.connect = connect
    expect(reply.status).toBe(503)
    expect(reply.body).toEqual({ status: 0, time: expect.any(Number) })
    expect((await world.anonymous().get('/api/health/')).status).toBe(200)
  })

  it('does not wait for a database that hangs', async () => {
    const { pool } = world.server.services.database
    const { connect } = pool
    pool.connect = (() => new Promise(() => undefined)) as typeof connect
    const began = Date.now()
    const replies = await Promise.all([1, 2, 3].map(() => world.anonymous().get('/api/health/')))
    pool.connect = connect
    expect(replies.map((reply) => reply.status)).toEqual([503, 503, 503])
    expect(Date.now() - began).toBeLessThan(120_000)
  })
})
