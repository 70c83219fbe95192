// Commands on their way to an index. They wait in the database until the index has said that it took them.
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { goRound } from '../../platform/rounds.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Index } from '../../platform/search/elastic.ts'
import type { Services } from '../../platform/services.ts'
import { type CommandRow, commandIndex, documentOf, exactly } from './command-index.ts'
import { Rests } from './rests.ts'

const EVERY_MS = 2_000
const BATCH = 500
/** Whoever sends has them for this long; then another server may try. */
const LEASE_MS = 120_000
const PAUSE_MS = { first: 5_000, longest: 600_000 } as const
/** What an index will not have is offered again seldom. */
const REFUSED_MS = 3_600_000

const rests = new Rests(PAUSE_MS)

export const startSending = (services: Services, scope: Scope): void =>
  goRound(scope, {
    everyMs: EVERY_MS,
    work: () => sendAll(services),
    failed: (error) => services.log.error('commands could not be sent to their index', { error }),
  })

const BLANK = { user: '', asset: '', system_user: '', input: '', output: '', risk_level: 0, moment: null } as const

/** Until the index has them. */
export const letWait = async (rows: readonly object[], storage: string, { db, reader }: Ctx): Promise<void> => {
  const waiting = rows.map((row) => ({ ...BLANK, ...row, storage, date_next: reader.now }))
  await sql`
    insert into terminal_commands_waiting
    select * from jsonb_populate_recordset(null::terminal_commands_waiting, ${JSON.stringify(waiting)}::jsonb)
    on conflict do nothing
  `.execute(db)
}

/** All that waits for storages that are not at rest. */
export const sendAll = async (services: Services): Promise<void> => {
  const { rows: storages } = await sql<{ id: string; name: string; meta: Record<string, unknown> }>`
    select id, name, meta from terminal_command_storages s
    where exists (select from terminal_commands_waiting w where w.storage = s.id and w.date_next <= ${services.now()})
      and s.id <> all(${rests.current(services)}::uuid[])
  `.execute(services.database.db)
  for (const storage of storages) {
    try {
      while (await sendBatch(storage, services));
      rests.end(storage.id, services)
    } catch (error) {
      const { tries, pause } = rests.begin(storage.id, services)
      services.log.warn('commands wait for their index', {
        storage: storage.name,
        tries,
        seconds: pause / 1000,
        reason: (error as Error).message,
      })
    }
  }
}

type Waiting = CommandRow & { readonly storage: string; readonly date_next: Date }

/** False where there is nothing more to send now. */
const sendBatch = async (
  storage: { id: string; name: string; meta: Record<string, unknown> },
  services: Services,
): Promise<boolean> => {
  const { db } = services.database
  const claimed = await claim(storage.id, services)
  if (claimed.length === 0) return false
  const ids = claimed.map(({ id }) => id)
  try {
    const index = commandIndex(storage.meta, services)
    await index.prepare()
    const { fresh, known, refused } = await index.add(
      claimed.map(({ storage: _storage, date_next: _next, ...row }) => documentOf(row)),
    )
    const amounts = amountsOf(claimed.filter(({ id }) => fresh.includes(id)))
    const atLeast = await alreadyIn(
      index,
      claimed.filter(({ id }) => known.includes(id)),
    )
    await db.transaction().execute(async (db) => {
      const taken = [...fresh, ...known]
      if (taken.length > 0) await db.deleteFrom('terminal_commands_waiting').where('id', 'in', taken).execute()
      for (const session of new Set([...amounts.keys(), ...atLeast.keys()])) {
        const [more, least] = [amounts.get(session) ?? 0, atLeast.get(session) ?? 0]
        await sql`
          insert into terminal_command_places (session, storage, amount)
          select id, ${storage.id}, greatest(${more}::integer, ${least}::integer) from terminal_sessions where id = ${session}::uuid
          on conflict (session, storage)
          do update set amount = greatest(terminal_command_places.amount + ${more}::integer, ${least}::integer)
        `.execute(db)
      }
    })
    if (refused.size > 0) {
      await release([...refused.keys()], REFUSED_MS, services)
      const reasons = [...new Set(refused.values())]
      services.log.error('an index does not take commands, they wait', {
        storage: storage.name,
        count: refused.size,
        reasons,
      })
    }
    return claimed.length === BATCH
  } catch (error) {
    await release(ids, 0, services)
    throw error
  }
}

const claim = async (storage: string, { database, now }: Services): Promise<Waiting[]> => {
  const at = now()
  const { rows } = await sql<Waiting>`
    update terminal_commands_waiting w set date_next = ${new Date(at.getTime() + LEASE_MS)}
    where w.id in (
      select id from terminal_commands_waiting where storage = ${storage} and date_next <= ${at}
      order by date_next, id limit ${BATCH} for update skip locked
    )
    returning w.*
  `.execute(database.db)
  return rows
}

const release = async (ids: readonly string[], ms: number, { database, now }: Services): Promise<void> => {
  await database.db
    .updateTable('terminal_commands_waiting')
    .set({ date_next: new Date(now().getTime() + ms) })
    .where('id', 'in', ids)
    .execute()
}

/** A server that died after the index took them could not write it down: the index itself knows how many it has. */
const alreadyIn = async (index: Index, known: readonly CommandRow[]): Promise<Map<string, number>> => {
  const amounts = new Map<string, number>()
  for (const session of new Set(known.map((row) => row.session)))
    amounts.set(session, await index.count([exactly('session.keyword', session)]))
  return amounts
}

const amountsOf = (rows: readonly CommandRow[]): Map<string, number> => {
  const amounts = new Map<string, number>()
  for (const { session } of rows) amounts.set(session, (amounts.get(session) ?? 0) + 1)
  return amounts
}
