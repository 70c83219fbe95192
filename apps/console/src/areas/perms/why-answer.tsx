import type { RuleState } from '@drawbridge/wire'
import { withQuery } from '../../api/client.ts'
import { useItem } from '../../api/resource.ts'
import { Link } from '../../kit/going.tsx'
import { LoadFailure, usePath } from '../../kit/index.ts'
import { Card, Skeleton, Table, Tag, type Tone } from '../../ui/index.ts'
import { actionTexts } from './actions.ts'
import { APPLICATIONS } from './addresses.ts'
import { type Account, type Answer, ASSET, type Reached, type Reason } from './why.ts'
import { say } from './why-words.ts'

export interface WhyAnswerProps {
  readonly user: string
  readonly of: Reached
  readonly id: string
}

export function WhyAnswer({ user, of, id }: WhyAnswerProps) {
  const asked = useItem<Answer>(withQuery(`${of.rules}why/`, { user_id: user, [of.key]: id }))
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
              ? of === ASSET
                ? say.noAssetRule
                : say.noAppRule
              : granting === 0
                ? say.noneGrants
                : undefined}
        </p>
        {!granted && reasons.length === 0 && (of === ASSET ? <ForAsset id={id} /> : <ForApplication id={id} />)}
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
              <RuleLine key={reason.rule.id} page={of.page} reason={reason} />
            ))}
          </ul>
        </section>
      )}
      {system_users.length > 0 && (
        <section aria-label={say.accounts}>
          <h3>{say.accounts}</h3>
          <Table<Account>
            caption={say.accounts}
            columns={of === ASSET ? [...accountColumns(), actionsColumn()] : accountColumns()}
            rows={system_users}
            rowKey={({ id }) => id}
          />
        </section>
      )}
    </Card>
  )
}

const ForAsset = ({ id }: { id: string }) => (
  <NewRule to={usePath('AssetPermissionCreate', {}, { asset: id })} text={say.createRule(say.anAsset)} />
)

/** A rule is about applications of one type. */
function ForApplication({ id }: { id: string }) {
  const { data: app } = useItem(`${APPLICATIONS}${id}/`)
  const path = usePath('ApplicationPermissionCreate', {}, { category: app?.category, type: app?.type, application: id })
  return <NewRule to={app && path} text={say.createRule(say.anApplication)} />
}

const NewRule = ({ to, text }: { to: string | undefined; text: string }) =>
  to && (
    <p>
      <Link className="db-link" to={to}>
        {text}
      </Link>
    </p>
  )

const TONES: Partial<Record<RuleState, Tone>> = { grants: 'success' }

function RuleLine({ page, reason: { rule, state, text } }: { page: string; reason: Reason }) {
  const path = usePath(page, { id: rule.id })
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
  { key: 'name', title: say.accountName, label: say.accountName, cell: ({ name }: Account) => name },
  { key: 'username', title: say.username, label: say.username, cell: ({ username }: Account) => username },
  { key: 'protocol', title: say.protocol, label: say.protocol, width: 100, cell: ({ protocol }: Account) => protocol },
]

const actionsColumn = () => ({
  key: 'actions',
  title: say.permission,
  label: say.permission,
  cell: ({ actions = [] }: Account) => actionTexts(actions).join(', '),
})
