// A resource of the tests' own with every kind of field there is, so that the engine is proved on all of them at once.
import {
  choice,
  choices,
  commentLabel,
  computed,
  counted,
  createdBy,
  cron,
  dateCreated,
  dateUpdated,
  defineResource,
  display,
  email,
  flag,
  float,
  id,
  integer,
  ip,
  json,
  kept,
  label,
  list,
  object,
  port,
  priority,
  ref,
  refs,
  secret,
  serial,
  stamp,
  text,
  url,
} from '@drawbridge/resource'
import { type Kysely, sql } from 'kysely'
import { routesOf } from '../../src/engine/routes.ts'
import { serve, servedAt } from '../../src/engine/serve.ts'
import type { Route } from '../../src/platform/http/route.ts'
import { openWorld, type World } from './world.ts'

const linked = (role: string) =>
  ({ through: 'test/specimen-links', mine: 'specimen', theirs: 'usergroup', fixed: { role }, filter: true }) as const

export const specimen = defineResource('test/specimens', {
  label: label('标本', 'Specimen'),
  model: 'specimen',
  title: '{name}({kind})',
  scope: 'organisation',
  may: { read: ['orgAdmin', 'orgAuditor'], write: ['orgAdmin'] },
  order: ['name'],
  unique: [['name']],
  range: 'date_created',
  mini: ['id', 'name'],
  fields: {
    id: id({ filter: true }),
    // Before the field it shows, and with the same label: sheets must tell the two apart.
    kind_display: display('kind', label('类型', 'Type')),
    name: text(label('名称', 'Name'), { required: true, max: 128, filter: true, search: true, order: true }),
    code: text(label('编号', 'Code'), { nullable: true, max: 16, unique: true }),
    mail: email(label('邮箱', 'Email'), { nullable: true, filter: true }),
    site: url(label('网址', 'Site'), { nullable: true }),
    address: ip(label('地址', 'Address'), { nullable: true, filter: true, search: 'prefix' }),
    schedule: cron(label('定时', 'Schedule'), { nullable: true }),
    password: secret(label('密码', 'Password'), { max: 64 }),
    kind: choice(
      label('类型', 'Type'),
      [
        ['a', label('甲', 'First')],
        ['b', label('乙', 'Second')],
      ],
      { default: 'a', filter: true },
    ),
    level: choice(
      label('级别', 'Level'),
      [
        [0, label('低', 'Low')],
        [1, label('高', 'High')],
      ],
      { default: 0, filter: true },
    ),
    tags: choices(
      label('标签', 'Tags'),
      [
        ['x', label('某', 'X')],
        ['y', label('另', 'Y')],
      ],
      { default: ['x'], filter: true },
    ),
    is_active: flag(label('激活', 'Active'), { default: true, filter: true }),
    amount: integer(label('数量', 'Amount'), { nullable: true, min: -1_000_000, filter: true }),
    weight: float(label('重量', 'Weight'), { nullable: true }),
    priority: priority(),
    port: port(label('端口', 'Port'), { default: 22 }),
    date_start: stamp(label('开始日期', 'Date start'), { default: (now: Date) => now }),
    date_expired: stamp(label('失效日期', 'Date expired'), { nullable: true, filter: true }),
    group: ref('users/groups', label('组', 'Group'), { nullable: true, filter: true, whenTargetGoes: 'refuse' }),
    group_display: display('group', label('组', 'Group')),
    owners: refs('users/groups', label('所有者', 'Owners'), linked('owner')),
    owners_display: display('owners', label('所有者', 'Owners')),
    owners_amount: counted('owners', label('所有者数量', 'Owners amount')),
    readers: refs('users/groups', label('读者', 'Readers'), { ...linked('reader'), detailOnly: true }),
    options: json(label('选项', 'Options'), { nullable: true }),
    labels: list(label('词', 'Labels'), text(label('词', 'Label'), { max: 32 }), { default: [] }),
    place: object(
      label('位置', 'Place'),
      {
        host: text(label('主机', 'Host'), { required: true }),
        port: port(label('端口', 'Port'), { default: 80 }),
        key: text(label('密钥', 'Key'), { writeOnly: true }),
        pin: secret(label('口令', 'Pin'), { max: 64 }),
      },
      { nullable: true },
    ),
    shout: computed<string>('string', label('大写', 'Shout')),
    comment: text(commentLabel, { search: true }),
    date_created: dateCreated(),
    date_updated: dateUpdated(),
    created_by: createdBy(),
  },
  filters: { heavy: flag(label('重', 'Heavy'), { stored: false }) },
  keeps: { note: kept('text', { nullable: true }) },
})

export const specimenLink = defineResource('test/specimen-links', {
  label: label('标本关系', 'Specimen link'),
  model: 'specimenlink',
  title: '{specimen} | {usergroup}',
  scope: 'global',
  may: { read: ['superAdmin'], write: ['superAdmin'] },
  order: ['id'],
  unique: [['specimen', 'usergroup', 'role']],
  fields: {
    id: serial(),
    specimen: ref('test/specimens', label('标本', 'Specimen'), { required: true, whenTargetGoes: 'cascade' }),
    usergroup: ref('users/groups', label('组', 'Group'), { required: true, whenTargetGoes: 'cascade' }),
    role: text(label('角色', 'Role'), { required: true, max: 16 }),
    comment: text(commentLabel, { nullable: true }),
  },
})

/** Rows that only their owner sees, made one at a time. */
export const specimenNote = defineResource('test/specimen-notes', {
  label: label('标本笔记', 'Specimen note'),
  model: 'specimennote',
  title: '{text}',
  scope: 'own',
  owner: 'user',
  may: { read: ['user'], write: ['user'] },
  order: ['text'],
  bulk: false,
  fields: {
    id: id(),
    text: text(label('内容', 'Text'), { required: true, max: 64 }),
    user: ref('users/users', label('用户', 'User'), { readOnly: true, whenTargetGoes: 'cascade' }),
  },
})

serve(specimen, {
  narrow: { heavy: (rows, heavy) => rows.where('t.weight', heavy ? '>' : '<=', 100) },
  compute: { shout: (row) => row.name.toUpperCase() },
})
serve(specimenLink)
serve(specimenNote)

export const specimenRoutes = [specimen, specimenLink, specimenNote].flatMap(({ path }) => routesOf(servedAt(path)))

export const createSpecimenTables = async (world: World): Promise<void> => {
  await sql`
    create table test_specimens (
      id uuid primary key, org_id uuid not null, name text not null, code text, mail text, site text, address text,
      schedule text, password text, kind text not null, level integer not null, tags text[] not null,
      is_active boolean not null, amount integer, weight double precision, priority integer not null, port integer not null,
      date_start timestamptz not null, date_expired timestamptz, "group" uuid references users_groups(id),
      options jsonb, labels jsonb not null, place jsonb, comment text not null, date_created timestamptz not null,
      date_updated timestamptz not null, created_by text not null, note text,
      constraint test_specimens_unique_name unique (org_id, name), constraint test_specimens_unique_code unique (code)
    );
    create table test_specimen_links (
      id bigserial primary key, specimen uuid not null references test_specimens(id) on delete cascade,
      usergroup uuid not null references users_groups(id) on delete cascade, role text not null, comment text,
      constraint test_specimen_links_unique_specimen_usergroup_role unique (specimen, usergroup, role)
    );
    create table test_specimen_notes (
      id uuid primary key, text text not null, "user" uuid not null references users_users(id) on delete cascade
    );
  `.execute(databaseOf(world))
}

/** Rows called `<prefix> 000001` and so on, made by the database itself: a hundred thousand take a second. */
export const fillSpecimens = async (world: World, org: string, many: number, prefix = 'row'): Promise<void> => {
  await sql`
    insert into test_specimens (
      id, org_id, name, kind, level, tags, is_active, amount, weight, priority, port, date_start, labels, comment,
      date_created, date_updated, created_by
    )
    select gen_random_uuid(), ${org}, ${prefix}::text || ' ' || lpad(n::text, 6, '0'), case n % 2 when 0 then 'a' else 'b' end,
      n % 2, array['x'], n % 3 = 0, n % 7, n, 50, 22, now(), '[]', repeat('c', 20), now(), now(), 'SQL'
    from generate_series(1, ${many}) as n
  `.execute(databaseOf(world))
}

/** The database without types: it does not know the tables of tests. */
export const databaseOf = (world: World): Kysely<any> => world.server.services.database.db as unknown as Kysely<any>

/** Opens a world that serves specimens, and whatever else a test needs. */
export const openSpecimenWorld = async (more: readonly Route[] = []): Promise<World> => {
  const world = await openWorld({}, { routes: [...specimenRoutes, ...more] })
  await createSpecimenTables(world)
  return world
}
