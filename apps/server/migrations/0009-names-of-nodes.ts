// The names of nodes are searched in a table of their own: a node that moves rewrites the rows of all nodes below it, and with them every index on
// that table. Their names stay what they are.
import { type Kysely, sql } from 'kysely'
import { searchIndex } from './parts.ts'

export const up = async (db: Kysely<any>): Promise<void> => {
  await sql`
    drop index assets_nodes_search_value;
    create table assets_node_names (
      node uuid primary key references assets_nodes(id) on delete cascade, org_id uuid not null, value text not null
    );
    insert into assets_node_names (node, org_id, value) select id, org_id, value from assets_nodes;

    create function assets_node_named() returns trigger language plpgsql as $$
    begin
      insert into assets_node_names (node, org_id, value) values (new.id, new.org_id, new.value)
      on conflict (node) do update set value = excluded.value;
      return null;
    end $$;
    create trigger assets_node_named after insert on assets_nodes for each row execute function assets_node_named();
    create trigger assets_node_renamed after update of value on assets_nodes
      for each row when (old.value <> new.value) execute function assets_node_named();
  `.execute(db)
  await searchIndex(db, 'assets_node_names', ['value'])
}
