import { useSession } from '../api/session.ts'
import { go } from '../kit/going.tsx'
import { usePath } from '../kit/paths.ts'
import { Dropdown } from '../ui/index.ts'
import { logOut, switchMode } from './leaving.ts'
import type { Panels } from './panels.ts'
import { canSwitchMode, inAdminPage } from './role.ts'
import { words } from './words.ts'

export function AccountMenu({ panels }: { panels: Panels }) {
  const session = useSession()
  const profile = usePath('UserProfile')
  const name = session.profile?.name ?? ''
  return (
    <Dropdown
      className="db-account"
      icon="user"
      kind="quiet"
      text={<span className="db-account-name">{name}</span>}
      label={`${words.account}: ${name}`}
      align="end"
      items={[
        ...(profile
          ? [{ key: 'profile', text: words.profile, icon: 'user' as const, onSelect: () => void go(profile) }]
          : []),
        ...(canSwitchMode(session)
          ? [
              {
                key: 'mode',
                text: inAdminPage(session) ? words.userPage : words.adminPage,
                icon: 'refresh' as const,
                onSelect: () => void switchMode(),
              },
            ]
          : []),
        { key: 'keys', text: words.apiKey, icon: 'key', onSelect: () => panels.show('keys') },
        'line',
        { key: 'logout', text: words.logout, icon: 'logout', onSelect: () => void logOut() },
      ]}
    />
  )
}
