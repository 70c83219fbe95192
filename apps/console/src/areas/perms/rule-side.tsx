import { patch } from '../../api/client.ts'
import { AccessCard, type AccessCardProps, QuickActions } from '../../kit/index.ts'
import type { DetailContext } from '../../kit/spec.ts'
import { notify } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { APP_RULES, ASSET_RULES } from './addresses.ts'
import { say as sayWhy } from './why-words.ts'
import { say } from './words.ts'

export function AssetRuleSide(context: DetailContext) {
  const { id, users, assets } = context.item
  return <RuleSide context={context} url={`${ASSET_RULES}${id}/`} of={{ user_id: users?.[0], asset_id: assets?.[0] }} />
}

export function AppRuleSide(context: DetailContext) {
  const { id, users, applications } = context.item
  return (
    <RuleSide
      context={context}
      url={`${APP_RULES}${id}/`}
      of={{ user_id: users?.[0], application_id: applications?.[0] }}
    />
  )
}

interface RuleSideProps {
  readonly context: DetailContext
  readonly url: string
  /** A question that the rule has a part in. */
  readonly of: AccessCardProps['of']
}

const RuleSide = ({ context, url, of }: RuleSideProps) => (
  <>
    <ActiveSwitch context={context} url={url} />
    <AccessCard title={sayWhy.title} hint={sayWhy.hint} link={sayWhy.open} of={of} />
  </>
)

function ActiveSwitch({ context, url }: { context: DetailContext; url: string }) {
  const { item, reload } = context
  return (
    <QuickActions
      rows={[
        {
          text: say.active,
          kind: 'switch',
          value: item.is_active,
          run: async (is_active) => {
            await patch(url, { is_active })
            reload()
            notify.success(common.updateSuccess)
          },
        },
      ]}
    />
  )
}
