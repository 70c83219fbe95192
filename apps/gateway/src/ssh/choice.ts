// From what a person names to an asset and an account there, among what they are granted; another name is "not found", whatever it is.
import type { ApplicationRow, ApplicationWay, AssetRow, Lang, Server, Way } from '../server/server.ts'
import { Denied } from '../server/server.ts'
import type { Destination } from '../session/session.ts'
import { menuWords } from './menu-words.ts'

/** For what somebody goes there: to type, or with a single command or for files. */
export type Use = 'terminal' | 'command'
const PROTOCOLS: Readonly<Record<Use, readonly string[]>> = { terminal: ['ssh', 'telnet'], command: ['ssh'] }
const DATABASES: readonly string[] = ['mysql', 'mariadb', 'postgresql']

export const findDestination = async (
  server: Server,
  person: string,
  to: { systemUser: string; asset: string },
  lang: Lang,
  use: Use,
): Promise<Destination> => {
  const { rows } = await server.assets(person, { named: to.asset, limit: 2, offset: 0 })
  const [asset] = rows
  // An asset of the same name comes first.
  if (!asset) {
    const database = await findDatabase(server, person, to, lang)
    if (use === 'terminal') return database
    throw new Denied(menuWords.databaseTakesTerminal[lang])
  }
  if (rows.length > 1) throw new Denied(menuWords.several[lang])
  const ways = await waysOf(server, person, asset, lang, use)
  const way = named(ways, to.systemUser)
  if (!way) throw new Denied(menuWords.noWay[lang])
  return { asset: asset.id, systemUser: way.id, protocol: way.protocol }
}

export const waysOf = async (
  server: Server,
  person: string,
  asset: AssetRow,
  lang: Lang,
  use: Use = 'terminal',
): Promise<readonly Way[]> => {
  if (!asset.is_active) throw new Denied(menuWords.inactive[lang])
  const ways = (await server.ways(person, asset.id)).filter(
    ({ protocol, actions }) => PROTOCOLS[use].includes(protocol) && actions.includes('connect'),
  )
  if (ways.length === 0) throw new Denied(menuWords.noWay[lang])
  return ways
}

const findDatabase = async (
  server: Server,
  person: string,
  to: { systemUser: string; asset: string },
  lang: Lang,
): Promise<Destination> => {
  const { rows } = await server.databases(person, { named: to.asset, limit: 2, offset: 0 })
  const [database] = rows
  if (!database) throw new Denied(menuWords.nothingAtAll[lang])
  if (rows.length > 1) throw new Denied(menuWords.severalDatabases[lang])
  const way = named(await waysToDatabase(server, person, database, lang), to.systemUser)
  if (!way) throw new Denied(menuWords.noWay[lang])
  return { application: database.id, systemUser: way.id, protocol: way.protocol }
}

export const waysToDatabase = async (
  server: Server,
  person: string,
  { id, type }: ApplicationRow,
  lang: Lang,
): Promise<readonly ApplicationWay[]> => {
  if (!DATABASES.includes(type)) throw new Denied(menuWords.notSpoken(type)[lang])
  const ways = (await server.applicationWays(person, id)).filter(({ protocol }) => protocol === type)
  if (ways.length === 0) throw new Denied(menuWords.noWay[lang])
  return ways
}

/** By the name of the system user, or by the name it logs in with where that is clear. */
const named = <W extends { readonly name: string; readonly username: string }>(
  ways: readonly W[],
  name: string,
): W | undefined => ways.find((way) => way.name === name) ?? only(ways.filter(({ username }) => username === name))

const only = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined)
