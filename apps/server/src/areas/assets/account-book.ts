// The book of stored accounts. Nothing in it is changed: what is new becomes the next version.
import { account, assetUser } from '@drawbridge/model'
import { type Draft, label, MASK, type Problems, parseDraft } from '@drawbridge/resource'
import { InvalidBody, rootOrg } from '@drawbridge/wire'
import { sql } from 'kysely'
import { type Deed, recordDeeds } from '../../engine/audit.ts'
import { danglingRefs } from '../../engine/links.ts'
import { eachInTurn } from '../../platform/breath.ts'
import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { keyProblem } from './secrets.ts'

type Entry = Draft<typeof assetUser>

const noSecret = label('密码或密钥是必填项', 'Password or private key required')

/** Adds versions; the answer is in the order of the bodies. Nothing is stored unless all of it is good. */
export const addAccounts = async (
  bodies: readonly unknown[],
  ctx: Ctx,
  { many, known = false }: { many: boolean; known?: boolean },
): Promise<string[]> => {
  // What is there already may be changed from the root organisation too: it stays in its own.
  if (ctx.org.isRoot && !known) throw rootOrg()
  const parsed = bodies.map((body) => parseDraft(assetUser.fields, body, 'create', ctx.reader))
  const entries = parsed.map((item) => (item.problems ? undefined : (item.draft as Entry)))
  const dangling = await danglingRefs(assetUser.fields, entries, ctx)
  const problems = await eachInTurn(
    entries,
    async (entry, i): Promise<Problems | undefined> =>
      parsed[i]!.problems ?? dangling[i] ?? (await problemOf(entry!, ctx)),
  )
  if (problems.some(Boolean)) throw new InvalidBody(many ? problems.map((one) => one ?? {}) : problems[0])
  return ctx.atomically((ctx) => store(entries as Entry[], ctx))
}

const problemOf = async (entry: Entry, ctx: Ctx): Promise<Problems | undefined> => {
  if (!entry.password && !entry.private_key) return { password: [noSecret[ctx.reader.lang]] }
  return keyProblem(entry, { table: account.table, ctx })
}

interface Stored {
  readonly id: string
  readonly asset: string
  readonly username: string
  readonly version: number
  readonly hostname: string
  readonly org_id: string
}

const store = async (entries: readonly Entry[], ctx: Ctx): Promise<string[]> => {
  const { db, reader, services } = ctx
  const seal = (name: 'password' | 'private_key', value: string | null | undefined) =>
    value ? services.secrets.seal(value, `${account.table}.${name}`) : null
  const rows = entries.map((entry, i) => ({
    i,
    id: newId(),
    asset: entry.asset,
    username: entry.username,
    password: seal('password', entry.password),
    private_key: seal('private_key', entry.private_key),
    public_key: entry.public_key ?? null,
    comment: entry.comment ?? '',
  }))
  const assets = [...new Set(rows.map(({ asset }) => asset!))]
  // Two who store an account of the same asset wait for each other, so that versions follow on each other.
  await sql`
    select id from assets_assets where id = any(${assets}::uuid[]) order by id for no key update
  `.execute(db)
  const given = sql`
    jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as v(i integer, id uuid, asset uuid, username text, password text, private_key text, public_key text, comment text)
  `
  await sql`
    update assets_accounts a set is_latest = false from ${given}
    where a.asset = v.asset and a.username = v.username and a.is_latest
  `.execute(db)
  const { rows: stored } = await sql<Stored>`
    with made as (
      insert into assets_accounts (
        id, org_id, asset, username, password, private_key, public_key, comment, version, is_latest, date_created, date_updated
      )
      select v.id, (select s.org_id from assets_assets s where s.id = v.asset), v.asset, v.username, v.password, v.private_key, v.public_key, v.comment,
        coalesce((select max(a.version) from assets_accounts a where a.asset = v.asset and a.username = v.username), 0)
          + row_number() over same,
        lead(v.i) over same is null, ${reader.now}, ${reader.now}
      from ${given} window same as (partition by v.asset, v.username order by v.i)
      returning id, org_id, asset, username, version
    )
    select m.*, s.hostname from made m join assets_assets s on s.id = m.asset
  `.execute(db)
  const found = new Map(stored.map((row) => [row.id, row]))
  await recordDeeds(
    rows.map((row) => deedOf(found.get(row.id)!, row)),
    ctx,
  )
  return rows.map(({ id, asset }) => `${id}_${asset}`)
}

const deedOf = ({ id, org_id, username, hostname, version }: Stored, given: Record<string, unknown>): Deed => ({
  action: 'create',
  path: account.path,
  id,
  title: `${username}@${hostname}`,
  org_id,
  diff: {
    username: [null, username],
    version: [null, version],
    ...(given.password ? { password: [null, MASK] as const } : {}),
    ...(given.private_key ? { private_key: [null, MASK] as const } : {}),
  },
})
