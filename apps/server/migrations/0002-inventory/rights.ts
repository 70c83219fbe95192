import { type Kysely, sql } from 'kysely'
import { orderIndex, searchIndex, tally } from '../parts.ts'

export const rights = async (db: Kysely<any>): Promise<void> => {
  await sql`
    create table applications_applications (
      id uuid primary key, org_id uuid not null references orgs_orgs(id), name text not null, category text not null,
      type text not null, attrs jsonb not null default '{}', domain uuid references assets_domains(id) on delete set null,
      created_by text not null default '', date_created timestamptz not null default now(),
      date_updated timestamptz not null default now(), comment text not null default '',
      constraint applications_applications_unique_name unique (org_id, name)
    );
    create index applications_applications_domain on applications_applications (domain) where domain is not null;

    create table perms_asset_permissions (
      id uuid primary key, org_id uuid not null references orgs_orgs(id), name text not null, actions integer not null default 255,
      is_active boolean not null default true, date_start timestamptz not null default now(),
      date_expired timestamptz not null default now() + interval '25550 days', comment text not null default '',
      created_by text not null default '', date_created timestamptz not null default now(),
      constraint perms_asset_permissions_unique_name unique (org_id, name)
    );
    create table perms_application_permissions (
      id uuid primary key, org_id uuid not null references orgs_orgs(id), name text not null, category text not null,
      type text not null, is_active boolean not null default true, date_start timestamptz not null default now(),
      date_expired timestamptz not null default now() + interval '25550 days', comment text not null default '',
      created_by text not null default '', date_created timestamptz not null default now(),
      constraint perms_application_permissions_unique_name unique (org_id, name)
    );

    create table acls_login_acls (
      id uuid primary key, name text not null, priority integer not null default 50, ip_group jsonb not null default '["*"]',
      "user" uuid not null references users_users(id) on delete cascade, action text not null default 'reject',
      is_active boolean not null default true, comment text not null default '', created_by text not null default '',
      date_created timestamptz not null default now(), date_updated timestamptz not null default now()
    );
    create index acls_login_acls_user on acls_login_acls ("user");
    create table acls_login_asset_acls (
      id uuid primary key, org_id uuid not null references orgs_orgs(id), name text not null, priority integer not null default 50,
      users jsonb not null, assets jsonb not null, system_users jsonb not null, action text not null default 'login_confirm',
      is_active boolean not null default true, comment text not null default '', created_by text not null default '',
      date_created timestamptz not null default now(), date_updated timestamptz not null default now(),
      constraint acls_login_asset_acls_unique_name unique (org_id, name)
    );
    create table acls_login_asset_acls_reviewers_relations (
      id bigserial primary key, loginassetacl uuid not null references acls_login_asset_acls(id) on delete cascade,
      "user" uuid not null references users_users(id) on delete cascade,
      constraint acls_login_asset_acls_reviewers_relations_unique_loginassetacl_ unique (loginassetacl, "user")
    );
    create index acls_login_asset_acls_reviewers_relations_user on acls_login_asset_acls_reviewers_relations ("user");
  `.execute(db)
  for (const [rule, ends] of Object.entries(links))
    for (const [plural, [end, target]] of Object.entries(ends)) await link(db, rule, plural, end, target)
  for (const table of ['applications_applications', 'perms_asset_permissions', 'perms_application_permissions']) {
    await orderIndex(db, table, ['org_id', 'name'])
    await searchIndex(db, table, ['name'])
    await tally(db, table, 'org_id')
  }
  await orderIndex(db, 'acls_login_asset_acls', ['org_id', 'priority'])
}

type Ends = Readonly<Record<string, readonly [end: string, target: string]>>

const who: Ends = {
  users: ['user', 'users_users'],
  user_groups: ['usergroup', 'users_groups'],
  system_users: ['systemuser', 'assets_system_users'],
}

const links: Readonly<Record<string, Ends>> = {
  asset: { ...who, assets: ['asset', 'assets_assets'], nodes: ['node', 'assets_nodes'] },
  application: { ...who, applications: ['application', 'applications_applications'] },
}

const link = async (db: Kysely<any>, rule: string, plural: string, end: string, target: string) => {
  const table = `perms_${rule}_permissions_${plural}_relations`
  const permission = `${rule}permission`
  await sql`
    create table ${sql.table(table)} (
      id bigserial primary key, ${sql.ref(end)} uuid not null references ${sql.table(target)}(id) on delete cascade,
      ${sql.ref(permission)} uuid not null references ${sql.table(`perms_${rule}_permissions`)}(id) on delete cascade,
      constraint ${sql.id(`${table}_unique_${end}_${permission}`.slice(0, 63))} unique (${sql.ref(end)}, ${sql.ref(permission)})
    )
  `.execute(db)
  await sql`create index ${sql.id(`${table}_rule`.slice(0, 63))} on ${sql.table(table)} (${sql.ref(permission)}, ${sql.ref(end)})`.execute(
    db,
  )
}
