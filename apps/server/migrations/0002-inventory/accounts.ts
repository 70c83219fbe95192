import { type Kysely, sql } from 'kysely'
import { orderIndex, tally } from '../parts.ts'

export const accounts = async (db: Kysely<any>): Promise<void> => {
  await sql`
    create table assets_system_users (
      id uuid primary key, org_id uuid not null references orgs_orgs(id), name text not null, username text not null default '',
      protocol text not null default 'ssh', password text, private_key text, public_key text, token text,
      login_mode text not null default 'auto', priority integer not null default 81,
      username_same_with_user boolean not null default false, auto_push boolean not null default true,
      sudo text not null default '/bin/whoami', shell text not null default '/bin/bash', home text not null default '',
      system_groups text not null default '', sftp_root text not null default 'tmp', ad_domain text not null default '',
      comment text not null default '', date_created timestamptz not null default now(),
      date_updated timestamptz not null default now(), created_by text not null default '',
      constraint assets_system_users_unique_name unique (org_id, name)
    );
    -- One account a protocol may take the name of whoever logs in.
    create unique index assets_system_users_dynamic on assets_system_users (org_id, protocol) where username_same_with_user;

    create table assets_system_users_assets_relations (
      id bigserial primary key, asset uuid not null references assets_assets(id) on delete cascade,
      systemuser uuid not null references assets_system_users(id) on delete cascade,
      constraint assets_system_users_assets_relations_unique_asset_systemuser unique (asset, systemuser)
    );
    create index assets_system_users_assets_relations_systemuser on assets_system_users_assets_relations (systemuser, asset);
    create table assets_system_users_nodes_relations (
      id bigserial primary key, node uuid not null references assets_nodes(id) on delete cascade,
      systemuser uuid not null references assets_system_users(id) on delete cascade,
      constraint assets_system_users_nodes_relations_unique_node_systemuser unique (node, systemuser)
    );
    create index assets_system_users_nodes_relations_systemuser on assets_system_users_nodes_relations (systemuser, node);
    create table assets_system_users_users_relations (
      id bigserial primary key, "user" uuid not null references users_users(id) on delete cascade,
      systemuser uuid not null references assets_system_users(id) on delete cascade,
      constraint assets_system_users_users_relations_unique_user_systemuser unique ("user", systemuser)
    );
    create index assets_system_users_users_relations_systemuser on assets_system_users_users_relations (systemuser, "user");

    create table assets_cmd_filters (
      id uuid primary key, org_id uuid not null references orgs_orgs(id), name text not null, is_active boolean not null default true,
      comment text not null default '', created_by text not null default '', date_created timestamptz not null default now(),
      date_updated timestamptz not null default now(),
      constraint assets_cmd_filters_unique_name unique (org_id, name)
    );
    create table assets_cmd_filter_rules (
      id uuid primary key, org_id uuid not null references orgs_orgs(id),
      filter uuid not null references assets_cmd_filters(id) on delete cascade, type text not null default 'command',
      priority integer not null default 50, content text not null, action integer not null default 0,
      comment text not null default '', created_by text not null default '', date_created timestamptz not null default now(),
      date_updated timestamptz not null default now()
    );
    create index assets_cmd_filter_rules_org on assets_cmd_filter_rules (org_id);
    create index assets_cmd_filter_rules_filter on assets_cmd_filter_rules (filter);
    create table assets_cmd_filters_system_users_relations (
      id bigserial primary key, cmdfilter uuid not null references assets_cmd_filters(id) on delete cascade,
      systemuser uuid not null references assets_system_users(id) on delete cascade,
      constraint assets_cmd_filters_system_users_relations_unique_cmdfilter_syst unique (cmdfilter, systemuser)
    );
    create index assets_cmd_filters_system_users_relations_systemuser on assets_cmd_filters_system_users_relations (systemuser, cmdfilter);

    create table assets_accounts (
      id uuid primary key, org_id uuid not null references orgs_orgs(id),
      asset uuid not null references assets_assets(id) on delete cascade, username text not null,
      password text, private_key text, public_key text, comment text not null default '', version integer not null default 1,
      is_latest boolean not null default true, date_created timestamptz not null default now(),
      date_updated timestamptz not null default now(),
      constraint assets_accounts_unique_asset_username_version unique (org_id, asset, username, version)
    );
    create unique index assets_accounts_latest on assets_accounts (asset, username) where is_latest;
  `.execute(db)
  for (const table of ['assets_system_users', 'assets_cmd_filters']) {
    await orderIndex(db, table, ['org_id', 'name'])
    await tally(db, table, 'org_id')
  }
}
