// Whoever wants to see secrets has shown a second factor a short while ago; a component has no business with what it does not carry.
import { forbidden, refusal } from '@drawbridge/wire'
import type { Ctx } from '../../platform/context.ts'

const mfaRequired = refusal('mfa_required', 403, {
  zh: '查看密码前，请先通过 MFA 验证',
  en: 'Verify with MFA before you look at secrets',
})

export const requireFreshMfa = ({ me, reader, services }: Ctx): void => {
  if (me.role === 'App') throw forbidden()
  const { SECURITY_VIEW_AUTH_NEED_MFA: needed, SECURITY_MFA_VERIFY_TTL: seconds } = services.settings.values
  if (!needed) return
  const since = me.mfaVerified
  if (since === undefined || reader.now.getTime() - since >= seconds * 1_000) throw mfaRequired()
}
