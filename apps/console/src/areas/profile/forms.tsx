// The forms of the own account.
import { changeSession, type Profile } from '../../api/session.ts'
import { newPassword, ResourceForm } from '../../kit/index.ts'
import type { DetailContext, FormSpec } from '../../kit/spec.ts'
import { GENERATE_KEY, PROFILE } from './pages.ts'
import { say, words } from './words.ts'

const disabled = { disabled: true } as const
const oneLine = { max_length: 1024 } as const

const profileSpec: FormSpec = {
  url: PROFILE,
  name: 'UserProfile',
  single: true,
  afterSave: 'stay',
  groups: [
    { title: words.account, fields: ['username', 'name', 'email'] },
    { title: words.other, fields: ['phone', 'wechat'] },
  ],
  field: { username: disabled, name: disabled, email: disabled },
  clean: ({ phone, wechat }) => ({ phone, wechat }),
  saved: (profile) => changeSession({ profile: profile as unknown as Profile }),
}

const passwordSpec: FormSpec = {
  url: `${PROFILE}password/`,
  name: 'UserProfile',
  single: true,
  afterSave: () => '/',
  groups: [{ title: words.password, fields: ['old_password', 'new_password', 'new_password_again'] }],
  field: {
    new_password: newPassword,
    new_password_again: {
      validate: (again, { new_password }) => (again === new_password ? undefined : say.differs),
    },
  },
}

const keySpec: FormSpec = {
  url: `${PROFILE}public-key/`,
  name: 'UserProfile',
  single: true,
  afterSave: 'stay',
  groups: [
    { title: words.oldKey, fields: ['public_key_comment', 'public_key_hash_md5'] },
    { title: words.updateKey, fields: ['public_key'] },
  ],
  field: {
    public_key_comment: { label: words.name, disabled: true, meta: oneLine },
    public_key_hash_md5: { label: words.fingerprint, disabled: true, meta: oneLine },
    public_key: { rows: 3, help: words.pasteKey },
  },
  clean: ({ public_key }) => ({ public_key }),
  extra: [
    { key: 'generate', text: words.resetAndDownload, run: () => window.open(GENERATE_KEY, '_blank', 'noopener') },
  ],
}

export const ProfileForm = () => <ResourceForm spec={profileSpec} />
export const PasswordForm = () => <ResourceForm spec={passwordSpec} />
/** The fingerprint stands among the facts too. */
export const KeyForm = ({ reload }: DetailContext) => <ResourceForm spec={{ ...keySpec, saved: reload }} />
