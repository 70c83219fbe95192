// The form of a system user. What exists already has a protocol; what is new takes it from the address.
import { useParams, useSearchParams } from 'react-router'
import { useItem } from '../../api/resource.ts'
import { LoadFailure, PageFrame } from '../../kit/index.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { Skeleton } from '../../ui/index.ts'
import { inLanguage } from '../../words/messages.ts'
import { SYSTEM_USERS } from './places.ts'
import { systemUserForm } from './system-user-form.ts'
import { words } from './words.ts'

export function SystemUserForm() {
  const { id } = useParams()
  const [query] = useSearchParams()
  const source = id ?? (query.get('clone_from') || undefined)
  const asked = query.get('protocol') || undefined
  // An address may be typed, or kept from before: the object itself knows best.
  const found = useItem(source && `${SYSTEM_USERS}${source}/`)
  const title = id ? words.updateSystemUser : words.createSystemUser
  const protocol: string | undefined = source ? found.data?.protocol : asked
  if (source && !protocol) {
    return (
      <PageFrame title={inLanguage(title)} back>
        {found.error ? (
          <LoadFailure error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <Skeleton shape="form" rows={8} />
        )}
      </PageFrame>
    )
  }
  const spec = {
    ...systemUserForm(protocol),
    url: SYSTEM_USERS,
    name: id ? 'SystemUserUpdate' : 'SystemUserCreate',
  }
  return <FormScreen key={protocol} spec={spec} title={title} />
}
