// A rule is about applications of one type: the address names it for a new one, an object for its copy or change.
import { useParams, useSearchParams } from 'react-router'
import { useItem } from '../../api/resource.ts'
import { Link } from '../../kit/going.tsx'
import { LoadFailure, PageFrame, usePath } from '../../kit/index.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { Empty, Skeleton } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { inLanguage } from '../../words/messages.ts'
import { APP_RULES } from './addresses.ts'
import { isKind, type Kind } from './app-kinds.ts'
import { appRuleForm } from './app-rule-fields.ts'
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

  if (kind && isKind(kind)) return <FormScreen key={kind.type} spec={appRuleForm(name, kind)} title={title} />
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

const kindOf = ({ category, type }: Record<string, any>): Kind => ({ category, type })
