// More rows than would fit: what flows must not gather anywhere.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../kit/client.ts'
import { dose } from '../kit/dose.ts'
import { fillSpecimens, openSpecimenWorld } from '../kit/specimen.ts'
import { DEFAULT_ORG, type World } from '../kit/world.ts'

const LIST = 'test/specimens/'
const MANY = dose(200_000, 30_000)
const FIRST = 'name=endless%20000001'

let world: World
let api: Client

beforeAll(async () => {
  world = await openSpecimenWorld()
  api = world.admin.api
  await fillSpecimens(world, DEFAULT_ORG, MANY, 'endless')
})
afterAll(() => world.close())

const open = (query: string, signal?: AbortSignal): Promise<Response> =>
  fetch(new URL(`/api/v1/${LIST}?${query}`, world.url), {
    headers: { authorization: `Token ${world.admin.token}` },
    signal,
  })

describe('an endless list', () => {
  it.each([
    ['csv', 'format=csv', 200],
    ['xlsx', 'format=xlsx', 50],
    ['JSON', '', 500],
  ])('as %s flows through, whatever its length', async (_, query, bytesOfARow) => {
    const response = await open(query)
    expect(response.status).toBe(200)
    const memory: number[] = []
    let bytes = 0
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += piece.length
      memory.push(process.memoryUsage.rss())
    }
    expect(bytes).toBeGreaterThan(MANY * bytesOfARow)
    // Garbage comes and goes; what is left after each collection must not grow.
    const half = Math.floor(memory.length / 2)
    const grown = Math.min(...memory.slice(half)) - Math.min(...memory.slice(0, half))
    expect(grown).toBeLessThan(100 * 2 ** 20)
    expect(Math.max(...memory) - memory[0]!).toBeLessThan(400 * 2 ** 20)
  })

  it('whose readers fall asleep keeps nobody from a list, and lets go when they leave', async () => {
    const leave = new AbortController()
    const asleep = Array.from({ length: 6 }, (_, i) =>
      open(i % 2 ? 'format=csv' : '', leave.signal).catch(() => undefined),
    )
    expect((await api.get(`${LIST}?${FIRST}`)).body).toHaveLength(1)
    expect((await api.get(`${LIST}?limit=10`)).body.count).toBe(MANY)
    leave.abort()
    await Promise.all(asleep)
    const reply = await api.get(`${LIST}?format=csv&${FIRST}`)
    expect(reply.status).toBe(200)
  })

  it('is left by many before it begins, and still begins for the next', async () => {
    for (let i = 0; i < 12; i++) {
      const leave = new AbortController()
      const reply = open('', leave.signal).catch(() => undefined)
      await api.get(`${LIST}?${FIRST}&round=${i}`)
      leave.abort()
      await reply
    }
    const response = await open('')
    expect(response.status).toBe(200)
    await response.body!.cancel()
  })
})
