import { useLocation, useSearchParams } from 'react-router'
import { QuickActions } from '../../kit/index.ts'
import { BASE } from '../../kit/paths.ts'
import type { DetailContext } from '../../kit/spec.ts'
import { say as common } from '../../words/say.ts'
import { GENERATE_KEY, MFA } from './pages.ts'
import { say } from './words.ts'

export function ProfileSide({ item }: DetailContext) {
  const [, setQuery] = useSearchParams()
  const next = encodeURIComponent(BASE + useLocation().pathname)
  const leaveFor = (page: string) => window.location.assign(`${page}?next=${next}`)
  const isLocal = item.source === 'local'
  return (
    <QuickActions
      rows={[
        {
          text: say.setMfa,
          kind: 'button',
          label: item.mfa_enabled ? say.disable : say.enable,
          disabled: item.mfa_force_enabled,
          run: () => leaveFor(item.mfa_enabled ? MFA.disable : MFA.enable),
        },
        ...(item.mfa_enabled
          ? [{ text: say.updateMfa, kind: 'button' as const, label: common.update, run: () => leaveFor(MFA.update) }]
          : []),
        {
          text: say.updatePassword,
          kind: 'button',
          label: common.update,
          disabled: !isLocal,
          run: () => setQuery({ activeTab: 'PasswordUpdate' }),
        },
        {
          text: say.updateKey,
          kind: 'button',
          label: common.update,
          disabled: !isLocal,
          run: () => setQuery({ activeTab: 'SSHUpdate' }),
        },
        {
          text: say.resetKey,
          kind: 'button',
          label: say.reset,
          run: () => window.open(GENERATE_KEY, '_blank', 'noopener'),
        },
      ]}
    />
  )
}
