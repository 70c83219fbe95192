// What lies outside the server, and what is still on its way there; operations on files join the chain of the audit.
import { type Kysely, sql } from 'kysely'

export const up = async (db: Kysely<any>): Promise<void> => {
  await fileLogs(db)
  await replays(db)
  await commands(db)
}

const commands = (db: Kysely<any>) =>
  sql`
    -- Commands that an index outside has not taken yet; they are nowhere else.
    create table terminal_commands_waiting (
      id uuid primary key, org_id uuid not null, "user" text not null default '', asset text not null default '',
      "system_user" text not null default '', input text not null default '', output text not null default '',
      session text not null, risk_level integer not null default 0, timestamp integer not null, moment integer,
      storage uuid not null references terminal_command_storages(id), date_next timestamptz not null default now()
    );
    create index terminal_commands_waiting_storage on terminal_commands_waiting (storage, date_next);
    create index terminal_commands_waiting_session on terminal_commands_waiting (session);
    -- How many commands of a session an index has taken.
    create table terminal_command_places (
      session uuid not null references terminal_sessions(id) on delete cascade,
      storage uuid not null references terminal_command_storages(id), amount integer not null,
      primary key (session, storage)
    );
    create index terminal_command_places_storage on terminal_command_places (storage);
  `.execute(db)

const replays = (db: Kysely<any>) =>
  sql`
    -- Recordings that belong into another storage than the server's own. "done" counts the files that are there and were read back.
    create table terminal_replay_places (
      session uuid primary key references terminal_sessions(id) on delete cascade,
      storage uuid not null references terminal_replay_storages(id), state text not null default 'waiting',
      done integer not null default 0, tries integer not null default 0, date_next timestamptz not null
    );
    create index terminal_replay_places_storage on terminal_replay_places (storage);
    create index terminal_replay_places_due on terminal_replay_places (date_next) where state <> 'settled';
  `.execute(db)

/** Rows from before are linked as they are now: what happened to them until today, no chain can tell. */
const fileLogs = (db: Kysely<any>) =>
  sql`
    create function audit_files_written() returns trigger language plpgsql as $$
    begin
      insert into audit_pending (log, row_id) select tg_table_name, id from come order by date_start, id;
      return null;
    end $$;
    create trigger audit_written after insert on audits_ftp_logs referencing new table as come
      for each statement execute function audit_files_written();
    create trigger audit_kept before update or delete or truncate on audits_ftp_logs
      for each statement execute function audit_kept();
    insert into audit_pending (log, row_id) select 'audits_ftp_logs', id from audits_ftp_logs order by date_start, id;
  `.execute(db)
