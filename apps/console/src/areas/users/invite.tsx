// Takes people who have an account elsewhere into this organisation.
import { useState } from 'react'
import { get, post } from '../../api/client.ts'
import { CheckboxGroup, Combobox, Dialog, DialogActions, Field, notify, type Option } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { nameAndLogin, USERS } from './relations.ts'
import { say } from './words.ts'

interface Suggestion {
  readonly id: string
  readonly name: string
  readonly username: string
}

export function InviteDialog({ onClose, onInvited }: { onClose(): void; onInvited(): void }) {
  const [people, setPeople] = useState<string[]>([])
  const [roles, setRoles] = useState<string[]>(['User'])
  const [busy, setBusy] = useState(false)
  const isReady = people.length > 0 && roles.length > 0

  const invite = async () => {
    setBusy(true)
    try {
      await post(
        `${USERS}invite/`,
        people.flatMap((user) => roles.map((role) => ({ user, role }))),
      )
      notify.success(common.addSuccess)
      onInvited()
      onClose()
    } catch {
      // The reason is on the screen already; what was chosen stays.
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      title={say.inviteInOrg}
      width="small"
      busy={busy}
      onClose={onClose}
      footer={
        <DialogActions ok={say.invite} busy={busy} disabled={!isReady} onCancel={onClose} onOk={() => void invite()} />
      }
    >
      <Field id="invite-people" label={say.user} required>
        <Combobox
          id="invite-people"
          multiple
          value={people}
          onChange={setPeople}
          load={suggest}
          placeholder={say.searchPeople}
        />
      </Field>
      <Field id="invite-roles" label={say.orgRole} required>
        <CheckboxGroup
          id="invite-roles"
          value={roles}
          onChange={setRoles}
          options={[
            { value: 'User', label: say.orgUser },
            { value: 'Auditor', label: say.orgAuditor },
            { value: 'Admin', label: say.orgAdmin },
          ]}
        />
      </Field>
    </Dialog>
  )
}

/** The server names a few who match; nobody can leaf through everybody. */
const suggest = async (search: string): Promise<{ options: Option[]; more: boolean }> => {
  const found = await get<Suggestion[]>(`${USERS}suggestion/`, { query: { search } })
  return { options: found.map((one) => ({ value: one.id, label: nameAndLogin(one) })), more: false }
}
