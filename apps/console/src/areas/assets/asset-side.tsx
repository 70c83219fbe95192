// Beside the facts of an asset: what can be done to it at once, its nodes and its labels.

import { patch } from '../../api/client.ts'
import { useList } from '../../api/resource.ts'
import { inRootOrg } from '../../api/session.ts'
import { Link } from '../../kit/going.tsx'
import { QuickActions, RelationCard, usePath } from '../../kit/index.ts'
import type { DetailContext } from '../../kit/spec.ts'
import { Banner, Card, notify, Skeleton, Tag } from '../../ui/index.ts'
import { say as common } from '../../words/say.ts'
import { ASSETS, fullName, LABELS, NODES, nameAndValue } from './places.ts'
import { startTask } from './tasks.ts'
import { say } from './words.ts'

export function AssetSide({ item, session, reload }: DetailContext) {
  const address = `${ASSETS}${item.id}/`
  const task = (action: 'refresh' | 'test') => startTask(`${address}tasks/`, { action })
  const place = async (nodes: string[]) => {
    await patch(address, { nodes })
    reload()
  }
  const nodes: string[] = item.nodes ?? []
  return (
    <>
      <QuickActions
        rows={[
          {
            text: say.isActive,
            kind: 'switch',
            value: item.is_active,
            disabled: inRootOrg(session),
            run: async (is_active) => {
              await patch(address, { is_active })
              reload()
              notify.success(common.updateSuccess)
            },
          },
          { text: say.refreshHardware, kind: 'button', label: say.refresh, run: () => task('refresh') },
          { text: say.testAssets, kind: 'button', label: say.test, run: () => task('test') },
        ]}
      />
      <RelationCard
        title={say.node}
        objectsUrl={NODES}
        optionsUrl={NODES}
        labelOf={fullName}
        ids={nodes}
        add={(options) => place([...nodes, ...options.map(({ value }) => value)])}
        remove={(id) => place(nodes.filter((one) => one !== id))}
      />
      <LabelCard ids={item.labels ?? []} />
      <AccessCard asset={item.id} />
    </>
  )
}

/** Only where the server can explain itself. */
function AccessCard({ asset }: { asset: string }) {
  const path = usePath('AccessWhy', {}, { asset_id: asset })
  if (!path) return null
  return (
    <Card title={say.access}>
      <Link className="db-link" to={path}>
        {say.whoReaches}
      </Link>
    </Card>
  )
}

function LabelCard({ ids }: { ids: readonly string[] }) {
  const labels = useList(LABELS, { ids: ids.join(',') }, { enabled: ids.length > 0, flash: false })
  return (
    <Card title={say.label}>
      {labels.error ? (
        <Banner tone="danger">{labels.error.message}</Banner>
      ) : ids.length === 0 ? (
        <p className="db-muted">{say.nothing}</p>
      ) : labels.data ? (
        <span className="db-tags">
          {labels.data.rows.map((label) => (
            <Tag key={label.id}>{nameAndValue(label)}</Tag>
          ))}
        </span>
      ) : (
        <Skeleton rows={1} />
      )}
    </Card>
  )
}
