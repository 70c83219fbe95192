// Who works where through which component, what they typed, and where it is kept.
import { type Kysely, sql } from 'kysely'
import { orderIndex, searchIndex, tally } from './parts.ts'

export const up = async (db: Kysely<any>): Promise<void> => {
  await sql`
    create table terminal_command_storages (
      id uuid primary key, name text not null, type text not null default 'server', meta jsonb not null default '{}',
      comment text not null default '', constraint terminal_command_storages_unique_name unique (name)
    );
    create table terminal_replay_storages (
      id uuid primary key, name text not null, type text not null default 'server', meta jsonb not null default '{}',
      comment text not null default '', constraint terminal_replay_storages_unique_name unique (name)
    );
    insert into terminal_command_storages (id, name, type) values (gen_random_uuid(), 'default', 'server'), (gen_random_uuid(), 'null', 'null');
    insert into terminal_replay_storages (id, name, type) values (gen_random_uuid(), 'default', 'server'), (gen_random_uuid(), 'null', 'null');

    create table terminal_terminals (
      id uuid primary key, name text not null, type text not null default 'koko', remote_addr text not null default '',
      http_port integer not null default 5000, ssh_port integer not null default 2222, comment text not null default '',
      is_accepted boolean not null default true, date_created timestamptz not null default now(),
      command_storage text not null default 'default', replay_storage text not null default 'default',
      account uuid, load jsonb not null default '{}', date_load timestamptz, is_deleted boolean not null default false,
      constraint terminal_terminals_unique_name unique (name)
    );
    create index terminal_terminals_account on terminal_terminals (account) where account is not null;

    create table terminal_sessions (
      id uuid primary key, org_id uuid not null references orgs_orgs(id), "user" text not null, asset text not null,
      "system_user" text not null, user_id text not null default '', asset_id text not null default '',
      system_user_id text not null default '', login_from text not null default 'ST', remote_addr text,
      is_success boolean not null default true, is_finished boolean not null default false,
      has_replay boolean not null default false, protocol text not null default 'ssh',
      date_start timestamptz not null default now(), date_end timestamptz,
      terminal uuid references terminal_terminals(id) on delete set null, end_reason text not null default '',
      date_seen timestamptz not null default now(), actions integer, epoch integer
    );
    create index terminal_sessions_terminal on terminal_sessions (terminal, is_finished);
    create index terminal_sessions_open on terminal_sessions (date_seen) where not is_finished;

    create table terminal_commands (
      id uuid primary key, org_id uuid not null references orgs_orgs(id), "user" text not null default '',
      asset text not null default '', "system_user" text not null default '', input text not null default '',
      output text not null default '', session text not null, risk_level integer not null default 0,
      timestamp integer not null, moment integer
    );
    create index terminal_commands_session on terminal_commands (session);

    create table terminal_tasks (
      id uuid primary key, name text not null default 'kill_session', args text not null default '',
      terminal uuid references terminal_terminals(id) on delete cascade, is_finished boolean not null default false,
      date_created timestamptz not null default now(), date_finished timestamptz, words jsonb not null default '{}'
    );
    create index terminal_tasks_terminal on terminal_tasks (terminal, is_finished);

    create table audits_ftp_logs (
      id uuid primary key, org_id uuid not null references orgs_orgs(id), "user" text not null, remote_addr text,
      asset text not null, "system_user" text not null, operate text not null, filename text not null,
      is_success boolean not null default true, date_start timestamptz not null default now()
    );

    -- The chunks of a recording that have arrived; their bytes lie in the replay storage.
    create table terminal_recordings (
      session uuid primary key references terminal_sessions(id) on delete cascade, folder text not null,
      columns integer not null, rows integer not null
    );
    create table terminal_chunks (
      session uuid not null references terminal_recordings(session) on delete cascade, no integer not null,
      hash text not null, bytes integer not null, from_ms bigint not null, to_ms bigint not null,
      primary key (session, no)
    );
  `.execute(db)
  await orderIndex(db, 'terminal_sessions', ['org_id', 'date_start'])
  await orderIndex(db, 'terminal_commands', ['org_id', 'timestamp'])
  await searchIndex(db, 'terminal_sessions', ['user', 'asset', 'system_user'])
  await searchIndex(db, 'terminal_commands', ['input'])
  await orderIndex(db, 'audits_ftp_logs', ['org_id', 'date_start'])
  await searchIndex(db, 'audits_ftp_logs', ['user', 'asset', 'system_user', 'filename'])
  for (const table of ['terminal_sessions', 'terminal_commands', 'audits_ftp_logs']) await tally(db, table, 'org_id')
}
