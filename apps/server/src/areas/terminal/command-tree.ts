// Storages as a tree, each with the number of commands that the query finds in it.
import { commandStorage } from '@drawbridge/model'
import { label } from '@drawbridge/resource'
import { narrow } from '../../engine/narrow.ts'
import { countRows, visibleRows } from '../../engine/visible.ts'
import { ok, type Route } from '../../platform/http/route.ts'
import { commands, narrowedBy } from './command.ts'
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
        .select(['id', 'name', 'type'])
        .where('type', '<>', 'null')
        .orderBy('name')
        .execute()
      const found = await narrow(commands, visibleRows(commands, ctx), narrowedBy(query), ctx)
      const count = await countRows(found.rows)
      const items = storages.map(({ id, name, type }) => {
        const title = `${name}(${type})`
        return isServed(type)
          ? item(id, `${title}(${count})`, title, { valid: true })
          : item(id, `${title} *${notValid[lang]}`, title, { valid: false })
      })
      const root = { id: 'root', name: rootLabel[lang], title: rootLabel[lang], pId: '', isParent: true, open: true }
      return ok([...items, root])
    },
  },
]
