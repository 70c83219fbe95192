// The tree of an organisation, and how many assets stand on or below each of its nodes: exact after every statement.
import { type Kysely, sql } from 'kysely'
import { orderIndex, searchIndex, tally } from '../parts.ts'

export const tree = async (db: Kysely<any>): Promise<void> => {
  await sql`
    create sequence assets_root_keys;
    create table assets_nodes (
      id uuid primary key default gen_random_uuid(), org_id uuid not null references orgs_orgs(id),
      key text collate "C" not null, value text not null default '', full_value text not null,
      parent uuid references assets_nodes(id), path uuid[] not null, child_mark integer not null default 0
    );
    -- Siblings have different names; a root has no siblings.
    create unique index assets_nodes_key on assets_nodes (key);
    create unique index assets_nodes_sibling on assets_nodes (parent, value);
    create unique index assets_nodes_root on assets_nodes (org_id) where parent is null;

    create table assets_assets_nodes_relations (
      id bigserial primary key, asset uuid not null references assets_assets(id) on delete cascade,
      node uuid not null references assets_nodes(id), hostname text not null default '', shared boolean not null default false,
      constraint assets_assets_nodes_relations_unique_asset_node unique (asset, node)
    );
    create index assets_assets_nodes_relations_page on assets_assets_nodes_relations (node, hostname, asset);
    create index assets_assets_nodes_relations_shared on assets_assets_nodes_relations (node, asset) where shared;

    -- Changes of the number of assets on or below a node, summed when it is asked: no writer waits for another.
    create table assets_node_tallies (id bigserial primary key, node uuid not null, n bigint not null);
    create index assets_node_tallies_key on assets_node_tallies (node) include (n);

    create function assets_below(which uuid) returns bigint language sql stable parallel safe as $$
      select coalesce(sum(n), 0)::bigint from assets_node_tallies where node = which
    $$;

    -- Whoever changes on which nodes assets stand shares this lock; whoever moves a node has it alone.
    create function assets_tree_lock(org uuid) returns bigint language sql immutable as $$
      select hashtextextended('tree:' || org::text, 0)
    $$;
  `.execute(db)
  await links(db)
  await roots(db)
  await searchIndex(db, 'assets_nodes', ['value', 'full_value'])
  await orderIndex(db, 'assets_nodes', ['org_id', 'full_value'])
  await tally(db, 'assets_nodes', 'org_id')
}

const links = (db: Kysely<any>) =>
  sql`
    create function assets_link_named() returns trigger language plpgsql as $$
    begin
      select hostname into new.hostname from assets_assets where id = new.asset;
      new.hostname := coalesce(new.hostname, '');
      return new;
    end $$;
    create trigger assets_link_named before insert on assets_assets_nodes_relations
      for each row execute function assets_link_named();

    -- Rows of the assets are locked first: of two who put one asset on two nodes at once, the second sees what the first did.
    create function assets_links_held(assets uuid[], nodes uuid[]) returns void language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(assets_tree_lock(org_id))
        from (select distinct n.org_id from assets_nodes n where n.id = any(nodes) order by 1) orgs;
      perform from assets_assets a where a.id = any(assets) order by a.id for no key update;
    end $$;

    create function assets_links_marked(assets uuid[]) returns void language sql as $$
      update assets_assets_nodes_relations l set shared = m.many
      from (
        select r.asset, count(*) > 1 as many from assets_assets_nodes_relations r where r.asset = any(assets) group by r.asset
      ) m
      where l.asset = m.asset and l.shared <> m.many
    $$;

    create function assets_links_come() returns trigger language plpgsql as $$
    declare touched uuid[];
    begin
      select array_agg(distinct asset) into touched from come;
      if touched is null then return null; end if;
      perform assets_links_held(touched, (select array_agg(distinct node) from come));
      update assets_assets_nodes_relations l set hostname = a.hostname
        from come c, assets_assets a where l.id = c.id and a.id = c.asset and l.hostname <> a.hostname;
      with mine as materialized (
        select r.asset, n.path, c.id is not null as fresh
        from (select unnest(touched) as asset) t
        join assets_assets_nodes_relations r on r.asset = t.asset
        join assets_nodes n on n.id = r.node
        left join come c on c.id = r.id
      ), gained as (
        select m.asset, a.node from mine m, unnest(m.path) a(node) where m.fresh
        except
        select m.asset, a.node from mine m, unnest(m.path) a(node) where not m.fresh
      )
      insert into assets_node_tallies (node, n) select node, count(*) from gained group by node;
      perform assets_links_marked(touched);
      return null;
    end $$;
    create trigger assets_links_come after insert on assets_assets_nodes_relations
      referencing new table as come for each statement execute function assets_links_come();

    create function assets_links_gone() returns trigger language plpgsql as $$
    declare touched uuid[];
    begin
      select array_agg(distinct asset) into touched from gone;
      if touched is null then return null; end if;
      perform assets_links_held(touched, (select array_agg(distinct node) from gone));
      with lost as (
        select g.asset, a.node from gone g join assets_nodes n on n.id = g.node, unnest(n.path) a(node)
        except
        select r.asset, a.node from (select unnest(touched) as asset) t
        join assets_assets_nodes_relations r on r.asset = t.asset
        join assets_nodes n on n.id = r.node, unnest(n.path) a(node)
      )
      insert into assets_node_tallies (node, n) select node, -count(*) from lost group by node;
      perform assets_links_marked(touched);
      return null;
    end $$;
    create trigger assets_links_gone after delete on assets_assets_nodes_relations
      referencing old table as gone for each statement execute function assets_links_gone();

    create function assets_renamed() returns trigger language plpgsql as $$
    begin
      update assets_assets_nodes_relations set hostname = new.hostname where asset = new.id;
      return null;
    end $$;
    create trigger assets_renamed after update of hostname on assets_assets
      for each row when (old.hostname <> new.hostname) execute function assets_renamed();
  `.execute(db)

/** Every organisation has one root, called as the organisation is. */
const roots = (db: Kysely<any>) =>
  sql`
    create function assets_root_made() returns trigger language plpgsql as $$
    declare root uuid := gen_random_uuid();
    begin
      insert into assets_nodes (id, org_id, key, value, full_value, path)
      values (root, new.id, nextval('assets_root_keys')::text, new.name, '/' || new.name, array[root]);
      return null;
    end $$;
    create trigger assets_root_made after insert on orgs_orgs for each row execute function assets_root_made();

    create function assets_root_renamed() returns trigger language plpgsql as $$
    begin
      update assets_nodes set value = new.name where org_id = new.id and parent is null;
      update assets_nodes set full_value = '/' || new.name || substr(full_value, length(old.name) + 2) where org_id = new.id;
      return null;
    end $$;
    create trigger assets_root_renamed after update of name on orgs_orgs
      for each row when (old.name <> new.name) execute function assets_root_renamed();

    insert into assets_nodes (id, org_id, key, value, full_value, path)
    select root, id, nextval('assets_root_keys')::text, name, '/' || name, array[root]
    from (
      select gen_random_uuid() as root, id, name from orgs_orgs
      order by id <> '00000000-0000-0000-0000-000000000002', date_created
    ) orgs;
  `.execute(db)
