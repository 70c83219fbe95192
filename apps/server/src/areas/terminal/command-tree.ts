// Storages as a tree, each with the number of commands that the query finds in it.
import { commandStorage } from '@drawbridge/model'
import { label } from '@drawbridge/resource'
import { narrow } from '../../engine/narrow.ts'
import { countRows, visibleRows } from '../../engine/visible.ts'
import type { Ctx } from '../../platform/context.ts'
import { ok, type Query, type Route } from '../../platform/http/route.ts'
import { Unreachable } from '../../platform/outgoing.ts'
import { Misconfigured } from '../../platform/storage/bucket.ts'
import { commands, narrowedBy } from './command.ts'
import { clausesOf, commandIndex } from './command-index.ts'
import { isServed } from './storage-types.ts'

const rootLabel = label('命令存储', 'Command storages')
const notValid = label('不可用', 'Invalid')

const item = (id: string, name: string, title: string, more: object) => ({
  id,
  name,
  title,
  pId: 'root',
  isParent: false,
  open: false,
  ...more,
})

/** Nothing where the index does not answer. */
const countIn = async (meta: Record<string, unknown>, query: Query, ctx: Ctx): Promise<number | undefined> => {
  try {
    return await commandIndex(meta, ctx.services).count(clausesOf(query, ctx))
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Misconfigured) return undefined
    throw error
  }
}

export const commandTreeRoutes: Route[] = [
  {
    method: 'GET',
    path: `/api/v1/${commandStorage.path}/tree/`,
    access: ['orgAuditor'],
    doc: { area: 'terminal', summary: label('命令存储树', 'Tree of the command storages') },
    run: async ({ ctx, query }) => {
      const { lang } = ctx.reader
      const storages = await ctx.db
        .selectFrom('terminal_command_storages')
        .select(['id', 'name', 'type', 'meta'])
        .where('type', '<>', 'null')
        .orderBy('name')
        .execute()
      const found = await narrow(commands, visibleRows(commands, ctx), narrowedBy(query), ctx)
      const count = await countRows(found.rows)
      const items = await Promise.all(
        storages.map(async ({ id, name, type, meta }) => {
          const title = `${name}(${type})`
          const number = isServed(type) ? count : await countIn(meta, narrowedBy(query), ctx)
          return number === undefined
            ? item(id, `${title} *${notValid[lang]}`, title, { valid: false })
            : item(id, `${title}(${number})`, title, { valid: true })
        }),
      )
      const root = { id: 'root', name: rootLabel[lang], title: rootLabel[lang], pId: '', isParent: true, open: true }
      return ok([...items, root])
    },
  },
]
