// Every resource there is. A table, an API and pages exist for what stands here.
import { type AnyResource, type Fields, fieldsOf, type Row } from '@drawbridge/resource'
import { loginLog, operateLog, passwordChangeLog } from './audits/logs.ts'
import { accessKey } from './authentication/access-key.ts'
import { member } from './orgs/member.ts'
import { org } from './orgs/org.ts'
import { group, groupMember } from './users/group.ts'
import { user } from './users/user.ts'

export const catalogue = [
  user,
  group,
  groupMember,
  org,
  member,
  accessKey,
  loginLog,
  operateLog,
  passwordChangeLog,
] as const

export type Catalogue = (typeof catalogue)[number]

/** Rows of every table that a resource has. */
export type ResourceTables = { [R in Catalogue as R['table']]: Row<R> }

export const byPath = (path: string): AnyResource => {
  const found = catalogue.find((one) => one.path === path)
  if (!found) throw new Error(`no resource is called ${path}`)
  return found
}

/** References are paths, which the compiler cannot follow: this names each that leads nowhere. */
export const danglingReferences = (resources: readonly AnyResource[] = catalogue): string[] => {
  const known = new Map<string, AnyResource>(resources.map((one) => [one.path, one]))
  return resources.flatMap((one) =>
    fieldsOf(one).flatMap(([name, field]) => {
      const where = `${one.path}.${name}`
      const wrong: string[] = []
      if (field.to && !known.has(field.to)) wrong.push(`${where} refers to ${field.to}`)
      if (field.of && !(field.of in (one.fields as Fields))) wrong.push(`${where} is derived from ${field.of}`)
      if (field.link) {
        const through = known.get(field.link.through)
        if (!through) wrong.push(`${where} goes through ${field.link.through}`)
        for (const end of [field.link.mine, field.link.theirs])
          if (through && !(end in through.fields)) wrong.push(`${where} needs ${field.link.through}.${end}`)
      }
      return wrong
    }),
  )
}
