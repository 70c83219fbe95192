// The list of users, with the way to take in people of other organisations.
import { useMemo, useState } from 'react'
import { ListScreen } from '../../kit/screens/list-screen.tsx'
import type { ListSpec } from '../../kit/spec.ts'
import { InviteDialog } from './invite.tsx'
import { USERS } from './relations.ts'
import { inviting, userPages } from './users.ts'
import { words } from './words.ts'

export function UserList() {
  const [invitation, setInvitation] = useState<{ reload(): void }>()
  // The tools above the list are drawn again when this changes.
  const spec = useMemo<ListSpec>(
    () => ({
      url: USERS,
      name: 'UserList',
      ...userPages.list,
      headerActions: [
        { key: 'invite', text: words.inviteUser, has: inviting, run: ({ reload }) => setInvitation({ reload }) },
      ],
    }),
    [],
  )
  return (
    <>
      <ListScreen title={words.users} spec={spec} />
      {invitation && <InviteDialog onClose={() => setInvitation(undefined)} onInvited={invitation.reload} />}
    </>
  )
}
