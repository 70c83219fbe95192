// The component that calls: a terminal, known by its service account.
import { refusal } from '@drawbridge/wire'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'

export interface Component {
  readonly id: string
  readonly name: string
  readonly command_storage: string
  readonly replay_storage: string
}

const stranger = refusal('permission_denied', 403, {
  zh: '该服务账号不是已注册的终端',
  en: 'This service account is no registered terminal.',
})

/** A service account that carries no sessions has nothing to tell of any. */
export const componentOf = async ({ db, me }: Ctx): Promise<Component> => {
  const found = await db
    .selectFrom('terminal_terminals')
    .select(['id', 'name', 'command_storage', 'replay_storage'])
    .where('account', '=', me.id)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  if (!found) throw stranger()
  return found
}

/** The account of the terminal of a row, for a query. */
export const accountOfTerminal = (): RawBuilder<string | null> =>
  sql`(select c.account from terminal_terminals c where c.id = t.terminal and not c.is_deleted)`
