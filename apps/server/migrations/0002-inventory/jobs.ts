import { type Kysely, sql } from 'kysely'

export const jobs = (db: Kysely<any>): Promise<unknown> =>
  sql`
    create table ops_jobs (
      id uuid primary key, org_id uuid not null, "user" uuid references users_users(id) on delete set null,
      kind text not null, subject jsonb not null default '{}', name jsonb not null, asked jsonb not null,
      result jsonb, state text not null default 'waiting', log text not null default '',
      date_created timestamptz not null default now(), date_finished timestamptz
    );
    create index ops_jobs_org on ops_jobs (org_id, date_created);
    create index ops_jobs_user on ops_jobs ("user");
  `.execute(db)
