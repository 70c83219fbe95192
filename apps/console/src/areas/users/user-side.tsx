// Beside the facts of a user: what an administrator does to an account.
import { get, patch } from '../../api/client.ts'
import { QuickActions, RelationCard } from '../../kit/index.ts'
import type { DetailContext } from '../../kit/spec.ts'
import { confirm, notify } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { GROUPS, joinGroups, leaveGroup, nameAndLogin, USERS } from './relations.ts'
import { say } from './words.ts'

export function UserSide({ item, session, reload }: DetailContext) {
  const address = `${USERS}${item.id}/`
  const isMe = item.id === session.profile?.id
  const after = (done: string) => {
    reload()
    notify.success(done)
  }
  const asked = (text: string, work: () => Promise<unknown>, done: string) =>
    confirm({ text, work: () => work().then(() => after(done)) })

  return (
    <>
      <QuickActions
        rows={[
          {
            text: say.activate,
            kind: 'switch',
            value: item.is_active,
            disabled: !item.can_update,
            run: async (is_active) => {
              await patch(address, { is_active })
              after(common.updateSuccess)
            },
          },
          {
            text: say.resetMfa,
            kind: 'button',
            label: say.reset,
            // The owner of an account does this on their own profile.
            disabled: !item.mfa_enabled || !item.can_update || isMe,
            run: () => asked(say.resetMfaWarning, () => get(`${address}otp/reset/`), say.resetMfaDone),
          },
          {
            text: say.resetPassword,
            kind: 'button',
            label: say.send,
            disabled: item.source !== 'local' || !item.can_update,
            run: () =>
              asked(say.resetPasswordWarning, () => patch(`${address}password/reset/`, {}), say.resetPasswordDone),
          },
          {
            text: say.resetKey,
            kind: 'button',
            label: say.send,
            disabled: !item.can_update,
            run: () => asked(say.resetKeyWarning, () => patch(`${address}pubkey/reset/`, {}), say.resetKeyDone),
          },
          {
            text: say.unblockUser,
            kind: 'button',
            label: say.unblock,
            disabled: !item.login_blocked || !item.can_update,
            run: async () => {
              await patch(`${address}unblock/`, {})
              after(say.unblockDone)
            },
          },
        ]}
      />
      <RelationCard
        title={say.userGroups}
        objectsUrl={GROUPS}
        optionsUrl={`${GROUPS}?fields_size=mini&order=name`}
        ids={item.groups}
        add={async (options) => {
          await joinGroups(options.map(({ value }) => ({ user: item.id, usergroup: value })))
          reload()
        }}
        remove={async (group) => {
          await leaveGroup(item.id, group)
          reload()
        }}
      />
      {session.settings?.LOGIN_CONFIRM_ENABLE && Array.isArray(item.login_confirm_settings) && (
        <Reviewers user={item.id} reviewers={item.login_confirm_settings} reload={reload} />
      )}
    </>
  )
}

function Reviewers({ user, reviewers, reload }: { user: string; reviewers: string[]; reload(): void }) {
  const save = async (next: string[]) => {
    await patch(`/api/v1/authentication/login-confirm-settings/${user}/`, { reviewers: next })
    reload()
  }
  return (
    <RelationCard
      title={say.loginConfirm}
      objectsUrl={USERS}
      optionsUrl={`${USERS}?fields_size=mini&order=name`}
      labelOf={nameAndLogin}
      ids={reviewers}
      add={(options) => save([...reviewers, ...options.map(({ value }) => value)])}
      remove={(id) => save(reviewers.filter((one) => one !== id))}
    />
  )
}
