// `\d` and its like, as plain SQL over the catalogue.

const RELATION = `case c.relkind when 'r' then 'table' when 'p' then 'partitioned table' when 'v' then 'view' when 'm' then 'materialized view'
  when 'S' then 'sequence' when 'f' then 'foreign table' when 'i' then 'index' when 'I' then 'partitioned index' else c.relkind::text end as type`

const OWN = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_toast'`

const relations = (kinds: string) => (name: string) =>
  `
  select n.nspname as schema, c.relname as name, ${RELATION}, pg_catalog.pg_get_userbyid(c.relowner) as owner
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in (${[...kinds].map((kind) => `'${kind}'`).join(', ')}) and ${name ? `c.relname ~ ${pattern(name)}` : OWN}
  order by 1, 2`

const columns = (name: string) => `
  select a.attname as column, pg_catalog.format_type(a.atttypid, a.atttypmod) as type,
    case when a.attnotnull then 'not null' else '' end as nullable, pg_catalog.pg_get_expr(d.adbin, d.adrelid) as default
  from pg_catalog.pg_attribute a left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = ${literal(name)}::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`

const FORMS: Readonly<Record<string, (name: string) => string>> = {
  '\\d': (name) => (name ? columns(name) : relations('rpvmSf')('')),
  '\\dt': relations('rp'),
  '\\dv': relations('v'),
  '\\dm': relations('m'),
  '\\ds': relations('S'),
  '\\di': relations('iI'),
  '\\dn': () =>
    `select nspname as name, pg_catalog.pg_get_userbyid(nspowner) as owner from pg_catalog.pg_namespace n where ${OWN} order by 1`,
  '\\du': () =>
    'select rolname as role, rolsuper as superuser, rolcreaterole as "create role", rolcreatedb as "create db", rolcanlogin as login from pg_catalog.pg_roles order by 1',
  '\\df': (name) => `
    select n.nspname as schema, p.proname as name, pg_catalog.pg_get_function_result(p.oid) as result,
      pg_catalog.pg_get_function_arguments(p.oid) as arguments
    from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where ${name ? `p.proname ~ ${pattern(name)}` : OWN} order by 1, 2, 4`,
  '\\l': () =>
    'select datname as name, pg_catalog.pg_get_userbyid(datdba) as owner, pg_catalog.pg_encoding_to_char(encoding) as encoding from pg_catalog.pg_database order by 1',
}

/** Undefined when there is no such form. `+` and a semicolon are passed over. */
export const shortForm = (line: string): string | undefined => {
  const [, form = '', name = ''] = /^(\\[a-z]+)\+?(?:\s+(.*?))?\s*;?$/i.exec(line) ?? []
  return Object.hasOwn(FORMS, form) ? FORMS[form]!(name.trim()) : undefined
}

/** `*` and `?` stand for any signs. */
const pattern = (name: string): string =>
  literal(
    `^(${name
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')})$`,
  )

const literal = (text: string): string =>
  text.includes('\\') ? `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : `'${text.replaceAll("'", "''")}'`
