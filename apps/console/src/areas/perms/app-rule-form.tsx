// A rule is about applications of one type: the address names it for a new one, an object for its copy or change.
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useItem } from '../../api/resource.ts'
import { Link } from '../../kit/going.tsx'
import { LoadFailure, PageFrame, usePath } from '../../kit/index.ts'
import { Empty, Skeleton } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { inLanguage, type Text } from '../../words/messages.ts'
import { APP_RULES } from './addresses.ts'
import { isKind, type Kind } from './app-kinds.ts'
import { appRuleForm } from './app-rule-fields.ts'
import { PreviewedForm } from './previewed-form.tsx'
import { APPLICATION } from './why.ts'
import { say, words } from './words.ts'

export function AppRuleForm() {
  useLanguage()
  const { id } = useParams()
  const [query] = useSearchParams()
  const from = id ?? query.get('clone_from') ?? undefined
  const source = useItem(from && `${APP_RULES}${from}/`)
  const list = usePath('ApplicationPermissionList')
  const title = id === undefined ? words.createAppPerm : words.updateAppPerm
  const name = id === undefined ? 'ApplicationPermissionCreate' : 'ApplicationPermissionUpdate'
  const kind = from
    ? source.data && kindOf(source.data)
    : { category: query.get('category') ?? '', type: query.get('type') ?? '' }

  if (kind && isKind(kind))
    return (
      <KindForm
        key={kind.type}
        name={name}
        kind={kind}
        application={query.get('application') ?? undefined}
        title={title}
      />
    )
  return (
    <PageFrame title={inLanguage(title)} back={list ?? true}>
      {source.error ? (
        <LoadFailure error={source.error} onRetry={() => void source.refetch()} back={list} />
      ) : kind ? (
        <Empty
          title={say.noSuchKind}
          action={
            list && (
              <Link className="db-link" to={list}>
                {say.toList}
              </Link>
            )
          }
        />
      ) : (
        <Skeleton shape="form" rows={8} />
      )}
    </PageFrame>
  )
}

interface KindFormProps {
  readonly name: string
  readonly kind: Kind
  /** What the new rule is about, where the address says it. */
  readonly application?: string
  readonly title: Text
}

function KindForm({ name, kind, application, title }: KindFormProps) {
  const [form] = useState(() => appRuleForm(name, kind, application))
  return <PreviewedForm form={form} title={title} of={APPLICATION} />
}

const kindOf = ({ category, type }: Record<string, any>): Kind => ({ category, type })
