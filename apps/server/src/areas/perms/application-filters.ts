// Application permissions found by what they name. What nobody is called by selects nothing.
import { readGuid } from '@drawbridge/resource'
import { type RawBuilder, sql } from 'kysely'

type Name = { readonly id: string } | { readonly name: string } | { readonly username: string }

const ends = {
  user: ['perms_application_permissions_users_relations', 'users_users'],
  usergroup: ['perms_application_permissions_user_groups_relations', 'users_groups'],
  systemuser: ['perms_application_permissions_system_users_relations', 'assets_system_users'],
  application: ['perms_application_permissions_applications_relations', 'applications_applications'],
} as const

/** Whether the permission of a row names this. */
export const named = (end: keyof typeof ends, name: Name): RawBuilder<boolean> => {
  const [links, table] = ends[end]
  return sql<boolean>`exists (
    select from ${sql.table(links)} l join ${sql.table(table)} x on x.id = l.${sql.ref(end)}
    where l.applicationpermission = t.id and ${is(name)}
  )`
}

/** With those of the groups of the user, unless only direct ones are asked for. */
export const byUser = (name: Name, direct: boolean): RawBuilder<boolean> =>
  direct
    ? named('user', name)
    : sql<boolean>`(${named('user', name)} or exists (
        select from perms_application_permissions_user_groups_relations l
        join users_users_groups_relations m on m.usergroup = l.usergroup join users_users x on x.id = m."user"
        where l.applicationpermission = t.id and ${is(name)}
      ))`

export const byGroup = (name: Name): RawBuilder<boolean> => named('usergroup', name)

const is = (name: Name): RawBuilder<boolean> => {
  if ('username' in name) return sql<boolean>`x.username = ${name.username}`
  if ('name' in name) return sql<boolean>`x.name = ${name.name}`
  const id = readGuid(name.id)
  return id ? sql<boolean>`x.id = ${id}::uuid` : sql<boolean>`false`
}
