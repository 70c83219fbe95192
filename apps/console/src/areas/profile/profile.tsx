// The own account: what is known of it, and the little that can be changed here.
import { ResourceDetail } from '../../kit/index.ts'
import type { DetailContext, DetailSpec } from '../../kit/spec.ts'
import { KeyForm, PasswordForm, ProfileForm } from './forms.tsx'
import { PROFILE } from './pages.ts'
import { ProfileSide } from './profile-side.tsx'
import { say, words } from './words.ts'

const isLocal = ({ item }: DetailContext): boolean => item.source === 'local'

const spec: DetailSpec = {
  name: 'UserProfile',
  url: () => PROFILE,
  facts: [
    'username',
    'name',
    { label: words.role, value: (me) => me.total_role_display ?? me.role_display },
    'email',
    'is_active',
    { label: words.sshKey, value: (me) => <KeyFact comment={me.public_key_comment} hash={me.public_key_hash_md5} /> },
    'mfa_level_display',
    'source_display',
    'date_joined',
    'last_login',
    'date_password_last_updated',
    'date_expired',
    'groups_display',
    'comment',
  ],
  labels: { is_active: words.isActive, mfa_level_display: words.mfaLevel },
  update: false,
  delete: false,
  Side: ProfileSide,
  tabs: [
    { key: 'ProfileUpdate', title: words.profileSetting, Body: ProfileForm },
    { key: 'PasswordUpdate', title: words.passwordSetting, has: isLocal, Body: PasswordForm },
    { key: 'SSHUpdate', title: words.keySetting, has: isLocal, Body: KeyForm },
  ],
}

export const Profile = () => <ResourceDetail spec={spec} id="" />

function KeyFact({ comment, hash }: { comment: string; hash: string }) {
  if (!hash) return <span className="db-muted">{say.noKey}</span>
  return (
    <>
      {comment && <div>{comment}</div>}
      <code className="db-mono">{hash}</code>
    </>
  )
}
