// From what a person names to an asset and an account there, among what they are granted; another name is "not found", whatever it is.
import type { AssetRow, Lang, Server, Way } from '../server/server.ts'
import { Denied } from '../server/server.ts'
import type { Destination } from '../session/session.ts'
import { menuWords } from './menu-words.ts'

/** What can be typed into, and what takes single commands and files too. */
export const TERMINALS = ['ssh', 'telnet'] as const
export const COMMANDS = ['ssh'] as const
type Protocols = readonly string[]

export const findDestination = async (
  server: Server,
  person: string,
  to: { systemUser: string; asset: string },
  lang: Lang,
  protocols: Protocols,
): Promise<Destination> => {
  const { rows } = await server.assets(person, { named: to.asset, limit: 2, offset: 0 })
  const [asset] = rows
  if (!asset) throw new Denied(menuWords.nothing[lang])
  if (rows.length > 1) throw new Denied(menuWords.several[lang])
  const ways = await waysOf(server, person, asset, lang, protocols)
  const way =
    ways.find(({ name }) => name === to.systemUser) ?? only(ways.filter(({ username }) => username === to.systemUser))
  if (!way) throw new Denied(menuWords.noWay[lang])
  return { asset: asset.id, systemUser: way.id, protocol: way.protocol }
}

export const waysOf = async (
  server: Server,
  person: string,
  asset: AssetRow,
  lang: Lang,
  protocols: Protocols = TERMINALS,
): Promise<readonly Way[]> => {
  if (!asset.is_active) throw new Denied(menuWords.inactive[lang])
  const ways = (await server.ways(person, asset.id)).filter(
    ({ protocol, actions }) => protocols.includes(protocol) && actions.includes('connect'),
  )
  if (ways.length === 0) throw new Denied(menuWords.noWay[lang])
  return ways
}

const only = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined)
