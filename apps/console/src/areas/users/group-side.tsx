import { RelationCard } from '../../kit/index.ts'
import type { DetailContext } from '../../kit/spec.ts'
import { joinGroups, leaveGroup, nameAndLogin, USERS } from './relations.ts'
import { say } from './words.ts'

export function GroupSide({ item, reload }: DetailContext) {
  return (
    <RelationCard
      title={say.members}
      objectsUrl={`${USERS}?fields_size=mini&order=name`}
      optionsUrl={`${USERS}?fields_size=mini&order=name`}
      labelOf={nameAndLogin}
      ids={item.users}
      add={async (options) => {
        await joinGroups(options.map(({ value }) => ({ user: value, usergroup: item.id })))
        reload()
      }}
      remove={async (user) => {
        await leaveGroup(user, item.id)
        reload()
      }}
    />
  )
}
