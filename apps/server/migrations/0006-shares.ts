// Links with which somebody lets a colleague look on at their own session.
import { type Kysely, sql } from 'kysely'

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create table terminal_shares (
      id uuid primary key, session uuid not null references terminal_sessions(id) on delete cascade,
      "user" uuid not null references users_users(id) on delete cascade,
      for_user uuid references users_users(id) on delete cascade,
      secret_hash text not null unique, visit text, epoch integer not null,
      date_created timestamptz not null, date_expired timestamptz, date_ended timestamptz
    );
    create index terminal_shares_session on terminal_shares (session);
    create index terminal_shares_user on terminal_shares ("user");
    create index terminal_shares_for_user on terminal_shares (for_user);
  `.execute(db)
}
