// Who is what in an organisation. One card for each role: a person may hold several.
import { del, get, post } from '../../api/client.ts'
import { RelationCard } from '../../kit/index.ts'
import type { DetailContext } from '../../kit/spec.ts'
import { say } from './words.ts'

const MEMBERS = '/api/v1/orgs/org-member-relation/'
/** People of every organisation: whoever is to be added is not in this one yet. */
const PEOPLE = '/api/v1/users/users/?fields_size=mini&order=name&all=1'

const ROLES = [
  { role: 'User', field: 'users', title: 'orgUsers' },
  { role: 'Admin', field: 'admins', title: 'orgAdmins' },
  { role: 'Auditor', field: 'auditors', title: 'orgAuditors' },
] as const

export function Membership({ item, reload }: DetailContext) {
  return (
    <div className="db-columns">
      {ROLES.map(({ role, field, title }) => (
        <RelationCard
          key={role}
          title={say[title]}
          objectsUrl={PEOPLE}
          optionsUrl={PEOPLE}
          labelOf={({ name, username }) => `${name}(${username})`}
          ids={item[field]}
          disabled={false}
          add={async (options) => {
            await post(
              MEMBERS,
              options.map(({ value }) => ({ org: item.id, user: value, role })),
            )
            reload()
          }}
          remove={async (user) => {
            const found = await get<{ id: string }[]>(MEMBERS, { query: { org_id: item.id, user_id: user, role } })
            for (const { id } of found) await del(`${MEMBERS}${id}/`)
            reload()
          }}
        />
      ))}
    </div>
  )
}
