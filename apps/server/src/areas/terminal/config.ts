// What a component has to know before it carries anybody. No secret of a storage is told: what is kept goes through the server.
import { loginTitleOf, settings } from '@drawbridge/model'
import { label } from '@drawbridge/resource'
import { generateKeyPair } from '../../platform/auth/ssh-key.ts'
import type { Ctx } from '../../platform/context.ts'
import { ok, type Route } from '../../platform/http/route.ts'
import { settingContext } from '../../platform/settings.ts'
import { componentOf } from './component.ts'

const HOST_KEY = 'TERMINAL_HOST_KEY'

export const configRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/v1/terminal/terminals/config/',
    access: ['app'],
    doc: { area: 'terminal', summary: label('组件的配置', 'Configuration of a component') },
    run: async ({ ctx }) => {
      const component = await componentOf(ctx)
      const { values } = ctx.services.settings
      const told = Object.keys(settings).filter((name) => name.startsWith('TERMINAL'))
      return ok({
        ...Object.fromEntries(told.map((name) => [name, values[name as keyof typeof values]])),
        TERMINAL_COMMAND_STORAGE: await storage('terminal_command_storages', component.command_storage, ctx),
        TERMINAL_REPLAY_STORAGE: await storage('terminal_replay_storages', component.replay_storage, ctx),
        TERMINAL_HEADER_TITLE: loginTitleOf(values, ctx.reader.lang),
        [HOST_KEY]: await hostKey(ctx),
        SECURITY_MAX_IDLE_TIME: values.SECURITY_MAX_IDLE_TIME,
      })
    },
  },
]

const storage = async (table: 'terminal_command_storages' | 'terminal_replay_storages', name: string, { db }: Ctx) => {
  const found = await db.selectFrom(table).select('type').where('name', '=', name).executeTakeFirst()
  // Whatever lies beyond the server, the server brings there.
  return { TYPE: found?.type === 'null' ? 'null' : 'server' }
}

/** One for all components: people who meet another gateway meet the same host. Made when it is first asked for. */
const hostKey = async ({ db, services }: Ctx): Promise<string> => {
  const read = async () => {
    const row = await db.selectFrom('settings').select('sealed').where('name', '=', HOST_KEY).executeTakeFirst()
    return row?.sealed ? services.secrets.open(row.sealed, settingContext(HOST_KEY)) : undefined
  }
  const known = await read()
  if (known) return known
  const sealed = services.secrets.seal(generateKeyPair('drawbridge').privateKey.reveal(), settingContext(HOST_KEY))
  await db
    .insertInto('settings')
    .values({ name: HOST_KEY, value: null, sealed, date_updated: services.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await read())!
}
