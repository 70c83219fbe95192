import { withQuery } from '../../api/client.ts'
import { useItem } from '../../api/resource.ts'
import { Link } from '../../kit/going.tsx'
import { LoadFailure, usePath } from '../../kit/index.ts'
import { Card, Skeleton, Table, Tag, type Tone } from '../../ui/index.ts'
import { actionTexts } from './actions.ts'
import { type Account, type Answer, type Reason, type RuleState, WHY } from './why.ts'
import { say } from './why-words.ts'

export function WhyAnswer({ user, asset }: { user: string; asset: string }) {
  const asked = useItem<Answer>(withQuery(WHY, { user_id: user, asset_id: asset }))
  const create = usePath('AssetPermissionCreate', {}, { asset })
  if (asked.error) return <LoadFailure error={asked.error} onRetry={() => void asked.refetch()} />
  if (!asked.data) return <Skeleton rows={4} shape="card" />
  const { granted, obstacles, reasons, system_users } = asked.data
  const granting = reasons.filter(({ state }) => state === 'grants').length
  return (
    <Card title={say.answer}>
      <div role="status">
        <p className="db-why-verdict">
          <Tag tone={granted ? 'success' : 'danger'} icon={granted ? 'check' : 'cross'}>
            {granted ? say.granted : say.refused}
          </Tag>{' '}
          {granted
            ? say.grantedBy(granting)
            : reasons.length === 0
              ? say.noRule
              : granting === 0
                ? say.noneGrants
                : undefined}
        </p>
        {!granted && reasons.length === 0 && create && (
          <p>
            <Link className="db-link" to={create}>
              {say.createRule}
            </Link>
          </p>
        )}
      </div>
      {obstacles.length > 0 && (
        <section aria-label={say.obstacles}>
          <h3>{say.obstacles}</h3>
          <ul>
            {obstacles.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      {reasons.length > 0 && (
        <section aria-label={say.rules}>
          <h3>{say.rules}</h3>
          <ul className="db-why-rules">
            {reasons.map((reason) => (
              <RuleLine key={reason.rule.id} reason={reason} />
            ))}
          </ul>
        </section>
      )}
      {system_users.length > 0 && (
        <section aria-label={say.accounts}>
          <h3>{say.accounts}</h3>
          <Table<Account>
            caption={say.accounts}
            columns={accountColumns()}
            rows={system_users}
            rowKey={({ id }) => id}
          />
        </section>
      )}
    </Card>
  )
}

const TONES: Partial<Record<RuleState, Tone>> = { grants: 'success' }

function RuleLine({ reason: { rule, state, text } }: { reason: Reason }) {
  const path = usePath('AssetPermissionDetail', { id: rule.id })
  return (
    <li>
      <Tag tone={TONES[state] ?? 'warning'}>{say[state]}</Tag>
      <span>
        {path ? (
          <Link className="db-link" to={path}>
            {rule.name}
          </Link>
        ) : (
          rule.name
        )}
        <span className="db-why-text">{text}</span>
      </span>
    </li>
  )
}

const accountColumns = () => [
  { key: 'name', title: say.name, label: say.name, cell: ({ name }: Account) => name },
  { key: 'username', title: say.username, label: say.username, cell: ({ username }: Account) => username },
  { key: 'protocol', title: say.protocol, label: say.protocol, width: 100, cell: ({ protocol }: Account) => protocol },
  {
    key: 'actions',
    title: say.permission,
    label: say.permission,
    cell: ({ actions }: Account) => actionTexts(actions).join(', '),
  },
]
