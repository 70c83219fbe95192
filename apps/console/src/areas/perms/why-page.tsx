// Whether a user can reach an asset or an application and why; and who can reach it at all. Other pages lead here by address.
import '../../ui/styles/perms.css'
import { useSearchParams } from 'react-router'
import { PageFrame, RemoteSelect } from '../../kit/index.ts'
import { Card, Empty, Field } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { inLanguage } from '../../words/messages.ts'
import { APPLICATIONS, ASSETS, nameAndLogin, nameAndType, USERS } from './addresses.ts'
import { Visitors } from './visitors.tsx'
import { APPLICATION, ASSET } from './why.ts'
import { WhyAnswer } from './why-answer.tsx'
import { say, whyWords } from './why-words.ts'

const USER = 'user_id'

const THINGS = [
  { of: ASSET, id: 'why-asset', label: whyWords.asset, spec: { url: ASSETS, multiple: false } },
  {
    of: APPLICATION,
    id: 'why-application',
    label: whyWords.application,
    spec: { url: APPLICATIONS, multiple: false, labelOf: nameAndType },
  },
] as const

export function WhyPage() {
  useLanguage()
  const [address, setAddress] = useSearchParams()
  const user = address.get(USER) || undefined
  const chosen = THINGS.map(({ of }) => ({ of, id: address.get(of.key) })).find(({ id }) => id)
  const change = (values: Readonly<Record<string, string | undefined>>) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [key, value] of Object.entries(values)) {
          if (value) next.set(key, value)
          else next.delete(key)
        }
        return next
      },
      { replace: true },
    )
  const { of, id } = chosen ?? {}
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
                onChange={(value) => change({ [USER]: value })}
                clearable
              />
            </Field>
            {THINGS.map((thing) => (
              <Field key={thing.id} id={thing.id} label={inLanguage(thing.label)}>
                <RemoteSelect
                  id={thing.id}
                  spec={thing.spec}
                  value={thing.of === of ? id : undefined}
                  onChange={(value) =>
                    change({ [ASSET.key]: undefined, [APPLICATION.key]: undefined, [thing.of.key]: value })
                  }
                  clearable
                />
              </Field>
            ))}
          </div>
        </Card>
        {!id && <Empty icon="help" title={say.chooseBoth} text={say.chooseBothHint} />}
        {user && of && id && <WhyAnswer user={user} of={of} id={id} />}
        {of && id && <Visitors key={id} of={of} id={id} onWhy={(who) => change({ [USER]: who })} />}
      </div>
    </PageFrame>
  )
}
