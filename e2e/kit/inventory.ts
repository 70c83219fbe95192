// A small inventory for journeys about rights: nodes, assets, accounts.
import type { Client } from '../../apps/server/test/kit/client.ts'
import type { Someone } from '../../apps/server/test/kit/world.ts'

export interface Named {
  readonly id: string
  readonly name: string
}

export interface Inventory {
  readonly node: Named
  readonly assets: readonly Named[]
  readonly windows: Named
  readonly ssh: Named
  readonly rdp: Named
  readonly mysql: Named
}

/** What was created, or why it was not. */
export const madeBy = async (api: Client, path: string, body: object): Promise<any> => {
  const reply = await api.post(path, body)
  if (reply.status !== 201) throw new Error(`${path} answered ${reply.status}: ${reply.text}`)
  return reply.body
}

/** Three Linux hosts on a node of their own, a Windows host beside it, and an account for each protocol. */
export const makeInventory = async ({ api }: Pick<Someone, 'api'>): Promise<Inventory> => {
  const root = (await api.get('assets/nodes/?limit=1')).body.results[0]
  const node = await madeBy(api, `assets/nodes/${root.id}/children/`, { value: 'Web' })
  const admin = await madeBy(api, 'assets/admin-users/', { name: 'Keeper', username: 'root', password: 'Secret-1' })
  const asset = async (hostname: string, ip: string, more: object): Promise<Named> => {
    const body = { hostname, ip, admin_user: admin.id, ...more }
    return { id: (await madeBy(api, 'assets/assets/', body)).id, name: hostname }
  }
  const linux = { platform: 'Linux', protocols: ['ssh/22'], nodes: [node.id] }
  const assets: Named[] = []
  for (const at of [1, 2, 3]) assets.push(await asset(`web-0${at}`, `10.1.0.${at}`, { ...linux, is_active: at !== 3 }))
  const windows = await asset('win-01', '10.2.0.1', {
    platform: 'Windows',
    protocols: ['rdp/3389'],
    nodes: [root.id],
  })
  const account = (name: string, protocol: string): Promise<Named> =>
    madeBy(api, 'assets/system-users/', { name, username: name, protocol, login_mode: 'auto', password: 'Secret-1' })
  return {
    node: { id: node.id, name: 'Web' },
    assets,
    windows,
    ssh: await account('deploy', 'ssh'),
    rdp: await account('operator', 'rdp'),
    mysql: await account('reader', 'mysql'),
  }
}
