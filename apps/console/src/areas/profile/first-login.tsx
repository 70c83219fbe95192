// What everybody is asked when they come for the first time.
import { changeSession, type Profile } from '../../api/session.ts'
import { PageFrame, pathTo, ResourceForm } from '../../kit/index.ts'
import type { FormSpec } from '../../kit/spec.ts'
import { say as common } from '../../words/say.ts'
import { PROFILE } from './pages.ts'
import { say, words } from './words.ts'

const FORCED = 2
const disabled = { disabled: true } as const

const spec: FormSpec = {
  url: PROFILE,
  name: 'PersonalInformationImprovement',
  single: true,
  groups: [
    { title: words.account, fields: ['username', 'name', 'email'] },
    { title: words.authentication, fields: ['mfa_level', 'public_key'] },
    { title: words.other, fields: ['phone', 'wechat'] },
    { title: words.terms, fields: ['terms'] },
  ],
  field: {
    username: disabled,
    name: disabled,
    email: disabled,
    mfa_level: { help: words.mfaHelp, hidden: ({ mfa_level }) => Number(mfa_level) === FORCED },
    public_key: {
      rows: 3,
      help: words.pasteKey,
      hidden: (_values, { session }) => session.profile?.source !== 'local',
    },
    terms: {
      label: words.agree,
      help: words.termsHelp,
      meta: { type: 'boolean' },
      initial: false,
      required: true,
      validate: (agreed) => (agreed ? undefined : common.agreeTerms),
    },
  },
  clean: ({ mfa_level, public_key, phone, wechat, terms }) => ({
    phone,
    wechat,
    terms,
    is_first_login: false,
    ...(Number(mfa_level) !== FORCED && { mfa_level }),
    ...(public_key && { public_key }),
  }),
  saved: (profile) => changeSession({ profile: profile as unknown as Profile }),
  afterSave: () => pathTo('UserGuide'),
}

export function FirstLogin() {
  return (
    <PageFrame title={say.firstLogin} help={say.improve}>
      <ResourceForm spec={spec} />
    </PageFrame>
  )
}
