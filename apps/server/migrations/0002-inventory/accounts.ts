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
      system_groups text not null default '', sftp_root text not null default 'tmp',
      charset text not null default '', ad_domain text not null default '',
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
    create index assets_accounts_asset on assets_accounts (asset, username, version);
    create index assets_accounts_username on assets_accounts (username, asset);
  `.execute(db)
  for (const table of ['assets_system_users', 'assets_cmd_filters']) {
    await orderIndex(db, table, ['org_id', 'name'])
    await tally(db, table, 'org_id')
  }
  await tally(db, 'assets_accounts', 'org_id')
  await amounts(db)
}

const amounts = (db: Kysely<any>) =>
  sql`
    -- How many assets an admin user is set on, kept beside the numbers of rows.
    create function assets_admin_user_tally() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into tallies (relation, org_id, n)
        select 'assets_assets.admin_user', admin_user, count(*) from come where admin_user is not null group by admin_user;
      elsif tg_op = 'DELETE' then
        insert into tallies (relation, org_id, n)
        select 'assets_assets.admin_user', admin_user, -count(*) from gone where admin_user is not null group by admin_user;
      else
        insert into tallies (relation, org_id, n)
        select 'assets_assets.admin_user', m.admin_user, sum(m.n)
        from gone g join come c on c.id = g.id and c.admin_user is distinct from g.admin_user,
          lateral (values (g.admin_user, -1), (c.admin_user, 1)) m(admin_user, n)
        where m.admin_user is not null group by m.admin_user having sum(m.n) <> 0;
      end if;
      return null;
    end $$;
    create trigger assets_admin_user_come after insert on assets_assets
      referencing new table as come for each statement execute function assets_admin_user_tally();
    create trigger assets_admin_user_gone after delete on assets_assets
      referencing old table as gone for each statement execute function assets_admin_user_tally();
    create trigger assets_admin_user_set after update on assets_assets
      referencing old table as gone new table as come for each statement execute function assets_admin_user_tally();

    create function assets_of_admin_user(which uuid) returns bigint language sql stable parallel safe as $$
      select coalesce(sum(n), 0)::bigint from tallies where relation = 'assets_assets.admin_user' and org_id = which
    $$;

    -- The nodes of a system user, without those below another of them.
    create function assets_tops_of_system_user(which uuid) returns uuid[] language sql stable parallel safe as $$
      select coalesce(array_agg(n.id), '{}') from assets_system_users_nodes_relations l join assets_nodes n on n.id = l.node
      where l.systemuser = which and not exists (
        select from assets_system_users_nodes_relations o where o.systemuser = which and o.node <> n.id and o.node = any(n.path)
      )
    $$;

    -- Assets linked directly or below a linked node, each once: kept numbers, less what stands below two of the nodes.
    create function assets_of_system_user(which uuid) returns bigint language plpgsql stable parallel safe as $$
    declare
      tops uuid[] := assets_tops_of_system_user(which);
      total bigint;
    begin
      if tops = '{}' then
        return (select count(*) from assets_system_users_assets_relations where systemuser = which);
      end if;
      select coalesce(sum(n), 0) into total from assets_node_tallies where node = any(tops);
      if cardinality(tops) > 1 then
        select total - (count(*) - count(distinct twice.asset)) into total from (
          select distinct l.asset, top.id from assets_nodes top
          cross join lateral (
            select top.id as id
            union all
            select b.id from assets_nodes b where b.key > top.key || ':' and b.key < top.key || ';'
          ) n
          join assets_assets_nodes_relations l on l.node = n.id and l.shared
          where top.id = any(tops)
        ) twice;
      end if;
      return total + (
        select count(*) from assets_system_users_assets_relations d where d.systemuser = which and not exists (
          select from assets_assets_nodes_relations l join assets_nodes n on n.id = l.node
          where l.asset = d.asset and n.path && tops
        )
      );
    end $$;
  `.execute(db)
