// What every area knows of an organisation: how many rows of its kinds there are, and what must go along with it.
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

const STATISTICS = [
  'users_amount',
  'groups_amount',
  'assets_amount',
  'nodes_amount',
  'admin_users_amount',
  'system_users_amount',
  'domains_amount',
  'gateways_amount',
  'applications_amount',
  'asset_perms_amount',
  'app_perms_amount',
] as const
export type Statistic = (typeof STATISTICS)[number]

type Counter = (org: RawBuilder<string>) => RawBuilder<number>

const counters = new Map<Statistic, Counter>()

/** An area says how the rows of its kind are counted, cheaply: a page of organisations asks for all of them. */
export const countInOrganisation = (statistic: Statistic, counter: Counter): void => {
  counters.set(statistic, counter)
}

/** The kept number of rows of a table, exact without counting them. */
export const tallyIn =
  (table: string): Counter =>
  (org) =>
    sql<number>`(select coalesce(sum(y.n), 0)::bigint from tallies y where y.relation = ${table} and y.org_id = ${org})`

/** All counts of an organisation as one object. */
export const statisticsSql = (org: RawBuilder<string>): RawBuilder<Record<Statistic, number>> =>
  sql`json_build_object(${sql.join(
    STATISTICS.flatMap((name) => [sql`${name}::text`, counters.get(name)?.(org) ?? sql<number>`0`]),
  )})`

type Farewell = (orgs: readonly string[], ctx: Ctx) => Promise<void>

const farewells: Farewell[] = []

/** What comes with an organisation by itself, like the root of its tree, goes with it; what people made must be gone before. */
export const whenOrganisationGoes = (farewell: Farewell): void => {
  farewells.push(farewell)
}

export const sayFarewell: Farewell = async (orgs, ctx) => {
  for (const farewell of farewells) await farewell(orgs, ctx)
}
