// Whether a user can reach an asset and why; and who can reach it at all. Other pages lead here by address.
import '../../ui/styles/perms.css'
import { useSearchParams } from 'react-router'
import { PageFrame, RemoteSelect } from '../../kit/index.ts'
import { Card, Empty, Field } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { ASSETS, nameAndLogin, USERS } from './addresses.ts'
import { Visitors } from './visitors.tsx'
import { WhyAnswer } from './why-answer.tsx'
import { say } from './why-words.ts'

const KEY = { user: 'user_id', asset: 'asset_id' } as const

export function WhyPage() {
  useLanguage()
  const [address, setAddress] = useSearchParams()
  const user = address.get(KEY.user) || undefined
  const asset = address.get(KEY.asset) || undefined
  const choose = (key: string, value: string | undefined) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(key, value)
        else next.delete(key)
        return next
      },
      { replace: true },
    )
  return (
    <PageFrame title={say.title}>
      <div className="db-why">
        <Card title={say.question}>
          <div className="db-why-question">
            <Field id="why-user" label={say.user}>
              <RemoteSelect
                id="why-user"
                spec={{ url: USERS, multiple: false, labelOf: nameAndLogin }}
                value={user}
                onChange={(value) => choose(KEY.user, value)}
                clearable
              />
            </Field>
            <Field id="why-asset" label={say.asset}>
              <RemoteSelect
                id="why-asset"
                spec={{ url: ASSETS, multiple: false }}
                value={asset}
                onChange={(value) => choose(KEY.asset, value)}
                clearable
              />
            </Field>
          </div>
        </Card>
        {user && asset && <WhyAnswer user={user} asset={asset} />}
        {!user && !asset && <Empty icon="help" title={say.chooseBoth} text={say.chooseBothHint} />}
        {asset && <Visitors key={asset} asset={asset} onWhy={(who) => choose(KEY.user, who)} />}
      </div>
    </PageFrame>
  )
}
