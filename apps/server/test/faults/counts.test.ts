import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dice } from '../generative/rights/dice.ts'
import { type Client, client } from '../kit/client.ts'
import { dose } from '../kit/dose.ts'
import { openProgram, type Program } from './program.ts'

const ROUNDS = dose(6, 2)
const WORKERS = 3
const PASSWORD = 'Correct-horse-7'

interface Node {
  readonly id: string
  readonly key: string
  readonly assets_amount: number
}
interface Asset {
  readonly id: string
  readonly nodes: string[]
}

describe('the numbers of assets on the nodes', () => {
  let program: Program
  beforeAll(async () => {
    program = await openProgram({ ADMIN_PASSWORD: PASSWORD })
    await program.start()
  })
  afterAll(() => program.stop())

  it('are right after any sequence of changes by several people, with kill -9 of the server and its database in between', async () => {
    const login = await client(program.url, {}).post('authentication/tokens/', {
      username: 'admin',
      password: PASSWORD,
    })
    expect(login.status, login.text).toBe(201)
    const api = client(program.url, { authorization: `Bearer ${login.body.token}` })
    const unexpected: string[] = []
    let changes = 0
    let working = true

    const worker = async (who: number) => {
      const throwing = dice(20261115 + who)
      for (let i = 0; working; i++) {
        try {
          const { status, text } = await change(api, throwing, `w${who}-${i}`)
          if (status < 300) changes++
          // Refused because of what others do at the same time, or because the database is away: both are honest.
          else if (![400, 403, 404, 409, 503].includes(status)) unexpected.push(`${status} ${text}`)
        } catch {
          // Nobody listens right now: the server is down.
        }
        await wait(1)
      }
    }
    const workers = Array.from({ length: WORKERS }, (_, who) => worker(who))
    for (let round = 0; round < ROUNDS; round++) {
      const before = changes
      await until(() => changes > before + 25)
      if (round % 2 === 0) {
        await program.killServer()
        await program.start()
      } else program.killDatabase()
      await until(async () => (await api.get('/api/health/').catch(() => undefined))?.status === 200)
    }
    const before = changes
    await until(() => changes > before + 10)
    working = false
    await Promise.all(workers)

    expect(unexpected).toEqual([])
    const nodes = (await api.get('assets/nodes/')).body as Node[]
    const assets = (await api.get('assets/assets/?fields=id,nodes')).body as Asset[]
    expect([nodes.length > 5, assets.length > 10]).toEqual([true, true])
    const keys = new Map(nodes.map(({ id, key }) => [id, key]))
    const below = (key: string) =>
      assets.filter((asset) => asset.nodes.some((id) => keys.get(id) === key || keys.get(id)!.startsWith(`${key}:`)))
        .length
    expect(nodes.map(({ key, assets_amount }) => [key, assets_amount])).toEqual(
      nodes.map(({ key }) => [key, below(key)]),
    )
    expect(assets.filter((asset) => asset.nodes.length === 0)).toEqual([])
  })
})

/** One change of the tree or of what stands on it, by chance. */
const change = async (api: Client, throwing: ReturnType<typeof dice>, name: string) => {
  const nodes = (await api.get('assets/nodes/?limit=60')).body?.results as Node[] | undefined
  const assets = (await api.get('assets/assets/?limit=40&fields=id')).body?.results as Asset[] | undefined
  if (!nodes || !assets) return { status: 503, text: '' }
  const [node, other] = [throwing.one(nodes).id, throwing.one(nodes).id]
  const some = throwing.some(assets, 3).map(({ id }) => id)
  const asset = { hostname: name, ip: '10.0.0.1', platform: 'Linux', nodes: [...new Set([node, other])] }
  const deeds = [
    () => api.post(`assets/nodes/${node}/children/`, { value: name }),
    () => api.post('assets/assets/', asset),
    () => api.post('assets/assets/', asset),
    () => api.put(`assets/nodes/${node}/children/add/`, { nodes: [other] }),
    () => api.put(`assets/nodes/${node}/assets/${throwing.one(['add', 'remove', 'replace'])}/`, { assets: some }),
    () =>
      throwing.chance(0.3)
        ? api.delete(`assets/nodes/${node}/`)
        : api.patch(`assets/nodes/${node}/`, { value: `${name}!` }),
    () =>
      some[0] && throwing.chance(0.4) ? api.delete(`assets/assets/${some[0]}/`) : api.post('assets/assets/', asset),
    () =>
      some[0] ? api.patch(`assets/assets/${some[0]}/`, { nodes: asset.nodes }) : api.post('assets/assets/', asset),
  ]
  return throwing.one(deeds)()
}

const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 300_000; Date.now() < end; await wait(20)) if (await condition()) return
  throw new Error('it never came true')
}
