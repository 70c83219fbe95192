// Users, organisations, logins, audit: the tables that everything else stands on.
import { type Kysely, sql } from 'kysely'
import { orderIndex, searchIndex, tally } from './parts.ts'

export const up = async (db: Kysely<any>): Promise<void> => {
  await sql`create extension if not exists pg_trgm`.execute(db)
  await tallies(db)
  await identity(db)
  await logins(db)
  await audit(db)
  await sql`
    create table settings (name text primary key, value jsonb, sealed text, date_updated timestamptz not null default now());
    create table installation (name text primary key, value text not null);
    create table id_sets (
      id uuid primary key, "user" uuid not null references users_users(id) on delete cascade,
      org_id uuid not null, ids text[] not null, date_expired timestamptz not null
    );
    create index id_sets_date_expired on id_sets (date_expired);
    create index id_sets_user on id_sets ("user");
  `.execute(db)
  for (const table of ['users_users', 'orgs_orgs', 'audits_login_logs']) await tally(db, table)
  for (const table of ['users_groups', 'audits_operate_logs']) await tally(db, table, 'org_id')
}

const tallies = (db: Kysely<any>) =>
  sql`
    create table tallies (id bigserial primary key, relation text not null, org_id uuid not null, n bigint not null);
    create index tallies_key on tallies (relation, org_id) include (n);

    create function tally_org() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        insert into tallies (relation, org_id, n) select tg_table_name, org_id, -count(*) from gone group by org_id;
      end if;
      if tg_op <> 'DELETE' then
        insert into tallies (relation, org_id, n) select tg_table_name, org_id, count(*) from come group by org_id;
      end if;
      return null;
    end $$;

    create function tally_all() returns trigger language plpgsql as $$
    declare n bigint;
    begin
      if tg_op = 'INSERT' then select count(*) into n from come; else select -count(*) into n from gone; end if;
      if n <> 0 then
        insert into tallies (relation, org_id, n) values (tg_table_name, '00000000-0000-0000-0000-000000000000', n);
      end if;
      return null;
    end $$;
  `.execute(db)

const identity = async (db: Kysely<any>) => {
  await sql`
    create table orgs_orgs (
      id uuid primary key, name text not null, comment text not null default '',
      created_by text not null default '', date_created timestamptz not null default now(),
      constraint orgs_orgs_unique_name unique (name)
    );
    create table users_users (
      id uuid primary key, name text not null, username text not null, email text not null,
      public_key text, wechat text not null default '', phone text, mfa_level integer not null default 0,
      role text not null default 'User', comment text, source text not null default 'local',
      is_active boolean not null default true, is_first_login boolean not null default true,
      date_expired timestamptz, date_joined timestamptz not null default now(),
      date_password_last_updated timestamptz, last_login timestamptz, created_by text not null default '',
      is_service_account boolean not null default false, password_hash text, otp_secret text,
      otp_last_step bigint not null default 0, private_token_hash text, login_epoch integer not null default 0,
      constraint users_users_unique_username unique (username),
      constraint users_users_unique_email unique (email)
    );
    create index users_users_service on users_users (id) where is_service_account;
    create index users_users_email_lower on users_users (lower(email));
    create unique index users_users_private_token on users_users (private_token_hash) where private_token_hash is not null;
    create table orgs_org_member_relation (
      id uuid primary key default gen_random_uuid(),
      org uuid not null references orgs_orgs(id) on delete cascade,
      "user" uuid not null references users_users(id) on delete cascade,
      role text not null default 'User',
      constraint orgs_org_member_relation_unique_org_user_role unique (org, "user", role)
    );
    create index orgs_org_member_relation_user on orgs_org_member_relation ("user", org);
    create table users_groups (
      id uuid primary key, org_id uuid not null references orgs_orgs(id), name text not null, comment text not null default '',
      date_created timestamptz not null default now(), created_by text not null default '',
      constraint users_groups_unique_name unique (org_id, name)
    );
    create table users_users_groups_relations (
      id bigserial primary key,
      "user" uuid not null references users_users(id) on delete cascade,
      usergroup uuid not null references users_groups(id) on delete cascade,
      constraint users_users_groups_relations_unique_user_usergroup unique ("user", usergroup)
    );
    create index users_users_groups_relations_usergroup on users_users_groups_relations (usergroup, "user");
    create table authentication_access_keys (
      id uuid primary key, secret text not null, is_active boolean not null default true,
      date_created timestamptz not null default now(),
      "user" uuid not null references users_users(id) on delete cascade
    );
    create index authentication_access_keys_user on authentication_access_keys ("user");
  `.execute(db)
  await searchIndex(db, 'users_users', ['name', 'username', 'email'])
  for (const column of ['username', 'name', 'date_joined']) await orderIndex(db, 'users_users', [column])
  await searchIndex(db, 'users_groups', ['name'])
  await orderIndex(db, 'users_groups', ['org_id', 'name'])
  await orderIndex(db, 'users_groups', ['name'])
  await orderIndex(db, 'users_groups', ['org_id', 'date_created'])
}

const logins = (db: Kysely<any>) =>
  sql`
    create table sessions (
      id text primary key, "user" uuid references users_users(id) on delete cascade, epoch integer not null default 0,
      csrf text not null, data jsonb not null default '{}', remember boolean not null default false,
      address text, user_agent text not null default '', date_created timestamptz not null,
      date_seen timestamptz not null, date_expired timestamptz not null
    );
    create index sessions_user on sessions ("user");
    create index sessions_date_expired on sessions (date_expired);
    create table bearer_tokens (
      id text primary key, "user" uuid not null references users_users(id) on delete cascade, epoch integer not null default 0,
      address text, date_created timestamptz not null, date_expired timestamptz not null
    );
    create index bearer_tokens_user on bearer_tokens ("user");
    create table reset_tokens (
      id text primary key, "user" uuid not null references users_users(id) on delete cascade,
      date_expired timestamptz not null, tries integer not null default 0
    );
    create index reset_tokens_user on reset_tokens ("user");
    create table used_signatures (id text primary key, address text, date_expired timestamptz not null);
    create index used_signatures_date_expired on used_signatures (date_expired);
    create table login_failures (key text primary key, count integer not null, date_expired timestamptz not null);
    create table password_history (
      id bigserial primary key, "user" uuid not null references users_users(id) on delete cascade,
      hash text not null, date_created timestamptz not null default now()
    );
    create index password_history_user on password_history ("user", id);
  `.execute(db)

const audit = async (db: Kysely<any>) => {
  await sql`
    create table audits_login_logs (
      id uuid primary key, username text not null, type text not null default '', ip text, city text not null default '',
      user_agent text not null default '', mfa integer not null default 2, reason text not null default '',
      status boolean not null default true, backend text not null default '', datetime timestamptz not null default now()
    );
    create index audits_login_logs_username on audits_login_logs (username, datetime);
    create table audits_operate_logs (
      id uuid primary key, org_id uuid not null, "user" text not null, action text not null, resource text not null default '',
      remote_addr text, diff jsonb, datetime timestamptz not null default now(), resource_path text not null, resource_id text
    );
    create index audits_operate_logs_resource_path on audits_operate_logs (resource_path, datetime);
    create table audits_password_change_logs (
      id uuid primary key, "user" text not null, change_by text not null, remote_addr text,
      datetime timestamptz not null default now(), user_id uuid
    );
    create table audit_pending (
      id bigserial primary key, log text not null, row_id uuid not null, date_added timestamptz not null default now()
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
    create table audit_links (
      no bigint primary key, log text not null, row_id uuid not null, form smallint not null, digest bytea not null,
      date_linked timestamptz not null, hash bytea not null
    );
    create unique index audit_links_row on audit_links (log, row_id);

    -- No notice is sent from here: one that commits with the row would make all writers wait for each other.
    create function audit_written() returns trigger language plpgsql as $$
    begin
      insert into audit_pending (log, row_id) select tg_table_name, id from come order by datetime, id;
      return null;
    end $$;
    create function audit_kept() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and tg_table_name <> 'audit_links'
        and current_setting('drawbridge.retention', true) = 'on' then return null; end if;
      raise exception 'rows of % are never changed', tg_table_name using errcode = 'insufficient_privilege';
    end $$;
  `.execute(db)
  const logs = ['audits_login_logs', 'audits_operate_logs', 'audits_password_change_logs']
  for (const table of logs) {
    await sql`create trigger audit_written after insert on ${sql.table(table)} referencing new table as come for each statement execute function audit_written()`.execute(
      db,
    )
    await orderIndex(db, table, ['datetime'])
  }
  for (const table of [...logs, 'audit_links']) {
    await sql`create trigger audit_kept before update or delete or truncate on ${sql.table(table)} for each statement execute function audit_kept()`.execute(
      db,
    )
  }
  await orderIndex(db, 'audits_operate_logs', ['org_id', 'datetime'])
  await searchIndex(db, 'audits_operate_logs', ['resource', 'user'])
  await searchIndex(db, 'audits_login_logs', ['username', 'ip', 'city'])
}
