// Login rules of one user, who stands in the address.
import { useParams, useSearchParams } from 'react-router'
import { PageFrame, RemoteSelect, ResourceList } from '../../kit/index.ts'
import { DetailScreen } from '../../kit/screens/detail-screen.tsx'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { Empty, Field } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { say, aclWords as words } from './acl-words.ts'
import { nameAndLogin, USERS } from './relations.ts'
import { userAclDetail, userAclForm, userAclList } from './user-acls.ts'

const useWhose = (): string => useSearchParams()[0].get('user') ?? ''

export function UserAclList() {
  useLanguage()
  const [address, setAddress] = useSearchParams()
  const user = address.get('user') ?? ''
  return (
    <PageFrame title={say.userAcls} help={say.firstRuleCounts}>
      <div className="db-choose-one">
        <Field id="acl-user" label={say.user}>
          <RemoteSelect
            id="acl-user"
            spec={{ url: `${USERS}?fields_size=mini&order=name`, multiple: false, labelOf: nameAndLogin }}
            value={user}
            onChange={(next) => setAddress(next ? { user: next } : {}, { replace: true })}
          />
        </Field>
      </div>
      {user ? (
        <ResourceList key={user} spec={userAclList(user)} caption={say.userAcls} />
      ) : (
        <Empty icon="user" title={say.chooseUser} text={say.chooseUserHint} />
      )}
    </PageFrame>
  )
}

export function UserAclForm() {
  const user = useWhose()
  const { id } = useParams()
  const isNew = id === undefined
  return (
    <FormScreen
      key={user}
      spec={userAclForm(isNew ? 'UserAclCreate' : 'UserAclUpdate', user)}
      title={isNew ? words.createUserAcl : words.updateUserAcl}
    />
  )
}

export function UserAclDetail() {
  return <DetailScreen spec={userAclDetail(useWhose())} />
}
