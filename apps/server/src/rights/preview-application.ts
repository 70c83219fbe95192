// What an unsaved application permission would change: who gains which applications, who loses which.
import type { Difference, Preview } from '@drawbridge/wire'
import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import { type Affected, affectedBy, changesFor, EXAMPLES, type Named } from './changes.ts'
import { applicationRules, worksSql } from './rules.ts'

/** A rule as it would be. */
export interface ApplicationSketch extends Named {
  readonly applications: readonly string[]
}

interface Touched {
  readonly id: string
  readonly name: string
  /** Whether the rule grants it as it is, and as it would be. */
  readonly before: boolean
  readonly after: boolean
}

/** Compares the rights of everybody the rule names, before and after. `rule` is the saved one, if there is. */
export const previewApplication = async (
  sketch: ApplicationSketch,
  rule: string | undefined,
  now: Date,
  db: Db,
): Promise<Preview> => {
  const touched = await applicationsTouched(sketch, rule, now, db)
  const people = await affectedBy(sketch, rule, applicationRules, now, db)
  return changesFor(people, (one) => differenceFor(one, touched, db))
}

const applicationsTouched = async (
  { applications, works }: ApplicationSketch,
  rule: string | undefined,
  now: Date,
  db: Db,
): Promise<Touched[]> => {
  const { rows } = await sql<Touched>`
    with before as materialized (
      select x.application as id from perms_application_permissions_applications_relations x
      join perms_application_permissions r on r.id = x.applicationpermission
      where r.id = ${rule ?? null}::uuid and ${worksSql(now, applicationRules)}
    ), after as (select unnest(${works ? applications : []}::uuid[]) as id)
    select a.id, a.name, a.id in (select id from before) as before, a.id in (select id from after) as after
    from applications_applications a where a.id in (select id from before union select id from after) order by a.name, a.id
  `.execute(db)
  return rows
}

const differenceFor = async (one: Affected, touched: readonly Touched[], db: Db): Promise<Difference> => {
  const held = await heldBy(
    one.others,
    touched.map(({ id }) => id),
    db,
  )
  const open = touched
    .filter(({ id }) => !held.has(id))
    .map(({ name, before, after }) => ({ name, was: one.before && before, is: one.after && after }))
  const [gained, lost] = [open.filter(({ was, is }) => is && !was), open.filter(({ was, is }) => was && !is)]
  return { gained: gained.length, lost: lost.length, gained_names: someOf(gained), lost_names: someOf(lost) }
}

/** Those of the applications that rules give. */
const heldBy = async (rules: readonly string[], applications: readonly string[], db: Db): Promise<Set<string>> => {
  if (rules.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select distinct x.application as id from perms_application_permissions_applications_relations x
    where x.applicationpermission = any(${rules}::uuid[]) and x.application = any(${applications}::uuid[])
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const someOf = (applications: readonly { readonly name: string }[]): string[] =>
  applications.slice(0, EXAMPLES).map(({ name }) => name)
