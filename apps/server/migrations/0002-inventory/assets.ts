import { type Kysely, sql } from 'kysely'
import { orderIndex, searchIndex, tally } from '../parts.ts'

export const assets = async (db: Kysely<any>): Promise<void> => {
  await sql`
    create table assets_platforms (
      id bigserial primary key, name text not null, base text not null default 'Linux', charset text not null default 'utf8',
      internal boolean not null default false, meta jsonb, comment text,
      constraint assets_platforms_unique_name unique (name)
    );
    insert into assets_platforms (name, base, internal, meta) values
      ('Linux', 'Linux', true, null), ('Unix', 'Unix', true, null), ('MacOS', 'MacOS', true, null), ('BSD', 'BSD', true, null),
      ('Windows', 'Windows', true, null), ('Windows2016', 'Windows', true, '{"security": "tls"}'), ('Other', 'Other', true, null);

    create table assets_domains (
      id uuid primary key, org_id uuid not null references orgs_orgs(id), name text not null, comment text not null default '',
      date_created timestamptz not null default now(),
      constraint assets_domains_unique_name unique (org_id, name)
    );
    create table assets_gateways (
      id uuid primary key, org_id uuid not null references orgs_orgs(id), name text not null, ip text not null,
      port integer not null default 22, protocol text not null default 'ssh', username text not null default '',
      password text, private_key text, public_key text,
      domain uuid not null references assets_domains(id) on delete cascade,
      is_active boolean not null default true, comment text, date_created timestamptz not null default now(),
      date_updated timestamptz not null default now(), created_by text not null default '',
      constraint assets_gateways_unique_name unique (org_id, name)
    );
    create index assets_gateways_domain on assets_gateways (domain);

    create table assets_admin_users (
      id uuid primary key, org_id uuid not null references orgs_orgs(id), name text not null, username text not null,
      password text, private_key text, public_key text, comment text not null default '',
      date_created timestamptz not null default now(), date_updated timestamptz not null default now(),
      created_by text not null default '',
      constraint assets_admin_users_unique_name unique (org_id, name)
    );

    create table assets_assets (
      id uuid primary key, org_id uuid not null references orgs_orgs(id), hostname text not null, ip text not null,
      protocols jsonb not null default '["ssh/22"]', is_active boolean not null default true, public_ip text, number text,
      vendor text, model text, sn text, cpu_model text, cpu_count integer, cpu_cores integer, cpu_vcpus integer, memory text,
      disk_total text, disk_info text, os text, os_version text, os_arch text, hostname_raw text,
      comment text not null default '', created_by text not null default '', date_created timestamptz not null default now(),
      admin_user uuid references assets_admin_users(id), domain uuid references assets_domains(id) on delete set null,
      platform text not null references assets_platforms(name) on update cascade,
      constraint assets_assets_unique_hostname unique (org_id, hostname)
    );
    create index assets_assets_admin_user on assets_assets (admin_user, hostname, id);
    create index assets_assets_domain on assets_assets (domain) where domain is not null;
    create index assets_assets_platform on assets_assets (platform) where platform <> 'Linux';
    create index assets_assets_ip on assets_assets (ip);

    create table assets_connectivity (
      asset uuid not null references assets_assets(id) on delete cascade, username text not null, status integer not null,
      datetime timestamptz not null, primary key (asset, username)
    );

    create table assets_labels (
      id uuid primary key, org_id uuid not null references orgs_orgs(id), name text not null, value text not null,
      category text not null default 'U', is_active boolean not null default true, comment text,
      date_created timestamptz not null default now(),
      constraint assets_labels_unique_name_value unique (org_id, name, value)
    );
    create table assets_assets_labels_relations (
      id bigserial primary key, asset uuid not null references assets_assets(id) on delete cascade,
      label uuid not null references assets_labels(id) on delete cascade,
      constraint assets_assets_labels_relations_unique_asset_label unique (asset, label)
    );
    create index assets_assets_labels_relations_label on assets_assets_labels_relations (label, asset);

    create table assets_favorite_assets (
      id uuid primary key, "user" uuid not null references users_users(id) on delete cascade,
      asset uuid not null references assets_assets(id) on delete cascade,
      constraint assets_favorite_assets_unique_user_asset unique ("user", asset)
    );
    create index assets_favorite_assets_asset on assets_favorite_assets (asset);

    create table assets_gathered_users (
      id uuid primary key, org_id uuid not null references orgs_orgs(id),
      asset uuid not null references assets_assets(id) on delete cascade, username text not null,
      date_last_login timestamptz, ip_last_login text not null default '', present boolean not null default true,
      date_created timestamptz not null default now(), date_updated timestamptz not null default now(),
      constraint assets_gathered_users_unique_asset_username unique (org_id, asset, username)
    );
    create index assets_gathered_users_asset on assets_gathered_users (asset);
  `.execute(db)
  await searchIndex(db, 'assets_assets', ['hostname', 'ip'])
  for (const order of [['org_id', 'hostname'], ['hostname'], ['org_id', 'ip'], ['org_id', 'date_created']])
    await orderIndex(db, 'assets_assets', order)
  for (const table of ['assets_domains', 'assets_gateways', 'assets_admin_users']) {
    await orderIndex(db, table, ['org_id', 'name'])
    await tally(db, table, 'org_id')
  }
  await orderIndex(db, 'assets_labels', ['org_id', 'name', 'value'])
  await orderIndex(db, 'assets_gathered_users', ['org_id', 'username'])
  await tally(db, 'assets_assets', 'org_id')
}
