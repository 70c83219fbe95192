import { patch } from '../../api/client.ts'
import { Link } from '../../kit/going.tsx'
import { QuickActions, usePath } from '../../kit/index.ts'
import type { DetailContext } from '../../kit/spec.ts'
import { Card, notify } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { ASSET_RULES } from './addresses.ts'
import { say as sayWhy } from './why-words.ts'
import { say } from './words.ts'

export function AssetRuleSide(context: DetailContext) {
  const { item } = context
  const why = usePath('AccessWhy', {}, { user_id: item.users?.[0], asset_id: item.assets?.[0] })
  return (
    <>
      <ActiveSwitch context={context} url={`${ASSET_RULES}${item.id}/`} />
      {why && (
        <Card title={sayWhy.title}>
          <p className="db-muted">{sayWhy.hint}</p>
          <Link className="db-link" to={why}>
            {sayWhy.open}
          </Link>
        </Card>
      )}
    </>
  )
}

export function ActiveSwitch({ context, url }: { context: DetailContext; url: string }) {
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
