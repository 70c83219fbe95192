// Nodes and assets for a test, made by the API as people make them.
import type { Client } from './client.ts'

let counter = 0

export const anAsset = async (api: Client, more: Record<string, unknown> = {}): Promise<any> => {
  const n = ++counter
  const made = await api.post('assets/assets/', {
    hostname: `host-${n}`,
    ip: `10.0.0.${n}`,
    platform: 'Linux',
    ...more,
  })
  if (made.status !== 201) throw new Error(made.text)
  return made.body
}

export const aNode = async (api: Client, below?: string, value = `node ${++counter}`): Promise<any> => {
  const made = await api.post(below ? `assets/nodes/${below}/children/` : 'assets/nodes/', { value })
  if (made.status !== 201) throw new Error(made.text)
  return made.body
}

export const aSystemUser = async (api: Client, more: Record<string, unknown> = {}): Promise<any> => {
  const n = ++counter
  const made = await api.post('assets/system-users/', {
    name: `system user ${n}`,
    username: `su${n}`,
    password: 'pw',
    ...more,
  })
  if (made.status !== 201) throw new Error(made.text)
  return made.body
}

export const anAdminUser = async (api: Client, more: Record<string, unknown> = {}): Promise<any> => {
  const n = ++counter
  const made = await api.post('assets/admin-users/', {
    name: `admin user ${n}`,
    username: 'root',
    password: 'pw',
    ...more,
  })
  if (made.status !== 201) throw new Error(made.text)
  return made.body
}
