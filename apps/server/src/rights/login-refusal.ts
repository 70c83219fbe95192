// Whether the rules about logins to assets let somebody through, and in which words they do not.
import { type Label, label } from '@drawbridge/resource'
import type { Db } from '../platform/context.ts'
import { type AssetLogin, decidingRule } from './login-asset.ts'

const refusedBy = (rule: string) => label(`登录被规则“${rule}”拒绝`, `The login is rejected by the rule "${rule}"`)

const noReview = (rule: string) =>
  label(
    `规则“${rule}”要求复核此登录，但复核服务尚不可用，登录被拒绝`,
    `The rule "${rule}" demands that this login is reviewed, but the review service is not available: the login is rejected`,
  )

/** Nothing where the login is let through. */
export const loginRefusal = async (org: string, login: AssetLogin, db: Db): Promise<Label | undefined> => {
  const rules = await db.selectFrom('acls_login_asset_acls').selectAll().where('org_id', '=', org).execute()
  const rule = decidingRule(rules, login)
  if (!rule || rule.action === 'accept') return undefined
  // TODO(tickets): open a ticket for the reviewers once there are tickets; until then nobody can agree.
  return (rule.action === 'reject' ? refusedBy : noReview)(rule.name)
}
