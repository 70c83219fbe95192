// The asset menu: what somebody sees who logs in without saying where they want to go.
import type { Duplex } from 'node:stream'
import {
  type ApplicationRow,
  type ApplicationWay,
  type AssetQuery,
  type AssetRow,
  Denied,
  type Lang,
  type NodeRow,
  type Person,
  type Server,
} from '../server/server.ts'
import { safe } from '../session/seat.ts'
import type { Destination } from '../session/session.ts'
import { fit, widthOf } from '../session/width.ts'
import { waysOf, waysToDatabase } from './choice.ts'
import { menuWords } from './menu-words.ts'
import { question } from './question.ts'

export interface MenuOptions {
  readonly server: Server
  readonly person: Person
  readonly stream: Duplex
  readonly title: string
  readonly pageSize: number
  size(): { columns: number; rows: number }
  lang(): Lang
  setLang(lang: Lang): void
  /** Carries the person there and comes back when it is over. */
  go(there: { readonly name: string; readonly as: string; readonly to: Destination }): Promise<void>
}

type Shown = Pick<AssetQuery, 'search' | 'favorites' | 'node'> & {
  readonly databases?: boolean
  readonly offset: number
}

/** More than anybody looks through on a screen; the rest is found by a search. */
const MOST_NODES = 200

type Row = AssetRow | ApplicationRow
const isAsset = (row: Row): row is AssetRow => 'hostname' in row

export const runMenu = async (options: MenuOptions): Promise<void> => {
  const { server, person, stream, size, go } = options
  const say = (text: string) => stream.writable && stream.write(`${text}\r\n`)
  const word = <T>(saying: Readonly<Record<Lang, T>>): T => saying[options.lang()]
  let shown: Shown = { offset: 0 }
  let rows: readonly Row[] = []
  let count = 0
  let nodes: readonly NodeRow[] = []

  const pageSize = () => Math.max(3, Math.min(options.pageSize, size().rows - 5))

  const list = async (next: Shown): Promise<void> => {
    const { databases, ...query } = { ...next, limit: pageSize() }
    const found = databases ? await server.databases(person.id, query) : await server.assets(person.id, query)
    shown = next
    rows = found.rows
    count = found.count
    // Whoever types the name of a database need not know that it is none of the assets.
    if (rows.length === 0 && query.search && !databases) return list({ ...next, databases: true })
    if (rows.length === 0) {
      say(word(query.search ? menuWords.nothingAtAll : databases ? menuWords.noDatabase : menuWords.nothing))
      return
    }
    show()
  }

  const show = (): void => {
    if (rows.length === 0) {
      say(word(menuWords.nothing))
      return
    }
    const columns = Math.max(20, Math.min(size().columns, 120))
    const digits = String(shown.offset + rows.length).length
    for (const [at, row] of rows.entries()) say(rowText(row, shown.offset + at + 1, digits, columns))
    say(word(menuWords.found(shown.offset + 1, shown.offset + rows.length, count)))
  }

  const recent = async (): Promise<void> => {
    const found = await server.recent(person)
    ;[shown, rows, count] = [{ offset: 0 }, found, found.length]
    show()
  }

  const tree = async (): Promise<void> => {
    nodes = await server.nodes(person.id)
    if (nodes.length === 0) say(word(menuWords.nothing))
    const [digits, columns] = [String(nodes.length).length, Math.max(20, size().columns)]
    for (const [at, { name, depth, assets_amount }] of nodes.slice(0, MOST_NODES).entries()) {
      const indent = '  '.repeat(Math.min(depth, 10))
      const room = columns - digits - indent.length - String(assets_amount).length - 4
      say(
        `${String(at + 1).padStart(digits)} ${indent}${fit(safe(name), Math.min(Math.max(8, room), widthOf(name)))} (${assets_amount})`,
      )
    }
    if (nodes.length > MOST_NODES) say(word(menuWords.moreNodes(nodes.length - MOST_NODES)))
    if (nodes.length > 0) say(word(menuWords.chooseNode))
  }

  /** By its number in the tree, as it was shown last. */
  const openNode = async (no: number): Promise<void> => {
    if (nodes.length === 0) nodes = await server.nodes(person.id)
    const node = nodes[no - 1]
    if (node) await list({ node: node.id, offset: 0 })
    else say(word(menuWords.noNumber))
  }

  const help = () => {
    for (const [key, meaning] of word(menuWords.help)) say(`  ${fit(key!, 8)} ${meaning}`)
  }

  const choose = async (row: Row): Promise<void> => {
    const ways: readonly ApplicationWay[] = isAsset(row)
      ? await waysOf(server, person.id, row, options.lang())
      : await waysToDatabase(server, person.id, row, options.lang())
    let way: ApplicationWay | undefined = ways.length === 1 ? ways[0] : undefined
    if (!way) {
      for (const [at, one] of ways.entries())
        say(`  ${at + 1} ${safe(`${one.name} (${one.username}) ${one.protocol}`)}`)
      const answer = await question(stream, `${word(menuWords.chooseUser)}: `)
      if (!answer?.trim()) return
      way = ways[Number(answer) - 1]
      if (!way) {
        say(word(menuWords.noNumber))
        return
      }
    }
    const { id: systemUser, protocol } = way
    await go({
      name: isAsset(row) ? `${row.hostname}(${row.ip})` : row.name,
      as: way.username || way.name,
      to: { ...(isAsset(row) ? { asset: row.id } : { application: row.id }), systemUser, protocol },
    })
  }

  const search = async (text: string, connects: boolean, databases = false): Promise<void> => {
    await list({ search: text, databases, offset: 0 })
    const [only] = rows
    if (connects && count === 1 && only) await choose(only)
  }

  const numbered = async (text: string): Promise<void> => {
    const row = rows[Number(text) - shown.offset - 1]
    if (row) await choose(row)
    // A number that is not in the list may be part of an address.
    else if (rows.length === 0 || text.length > 4) await search(text, true)
    else say(word(menuWords.noNumber))
  }

  const commands: Readonly<Record<string, () => Promise<void> | void>> = {
    '': () => help(),
    p: () => list({ offset: 0 }),
    f: () => list({ favorites: true, offset: 0 }),
    r: () => recent(),
    g: () => tree(),
    d: () => list({ databases: true, offset: 0 }),
    n: () =>
      shown.offset + rows.length < count ? list({ ...shown, offset: shown.offset + rows.length }) : list(shown),
    b: () => list({ ...shown, offset: Math.max(0, shown.offset - pageSize()) }),
    l: () => {
      options.setLang(options.lang() === 'zh' ? 'en' : 'zh')
      help()
    },
    h: () => help(),
    '?': () => help(),
  }

  say(safe(word(menuWords.welcome(person.name, options.title))))
  help()
  while (!stream.destroyed) {
    const answer = await question(stream, 'Opt> ')
    if (answer === undefined || /^(q|quit|exit)$/i.test(answer.trim())) break
    const text = answer.trim()
    try {
      const command = commands[text.toLowerCase()]
      if (command) await command()
      else if (/^\d+$/.test(text)) await numbered(text)
      else if (/^g\s*\d{1,4}$/i.test(text)) await openNode(Number(text.slice(1)))
      else if (/^d\s/i.test(text)) await search(text.slice(1).trim(), true, true)
      else if (text.startsWith('/')) await search(text.slice(1).trim(), false)
      else await search(text, true)
    } catch (error) {
      say(safe(error instanceof Denied ? error.message : word(menuWords.failed)))
    }
  }
  say(word(menuWords.bye))
}

/** Name and address always; the comment where there is room for it. */
const rowText = (row: Row, no: number, digits: number, columns: number): string => {
  const number = String(no).padStart(digits)
  const [title, place] = isAsset(row) ? [row.hostname, row.ip] : [row.name, row.type]
  const address = Math.min(16, place.length)
  const name = Math.max(8, Math.min(32, columns - digits - 18))
  const start = `${number} ${fit(safe(title), name)} ${fit(safe(place), Math.max(15, address))}`
  const room = columns - digits - name - 18
  return room > 8 && row.comment ? `${start} ${fit(safe(row.comment), room).trimEnd()}` : start.trimEnd()
}
