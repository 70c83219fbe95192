// The secrets of one account, for whoever has shown a second factor. They hide again by themselves.
import { useEffect, useState } from 'react'
import { get } from '../../api/client.ts'
import { Failure } from '../../api/failure.ts'
import { currentSession } from '../../api/session.ts'
import { askMfa, LoadFailure, SecretText } from '../../kit/index.ts'
import type { Item } from '../../kit/spec.ts'
import { Dialog, Facts, Skeleton } from '../../ui/index.ts'
import { ASSET_USER_SECRETS } from './places.ts'
import { say } from './words.ts'

type Secrets = Item & { password?: string | null; private_key?: string | null }
type Found = { state: 'loading' } | { state: 'failed'; error: unknown } | { state: 'there'; secrets: Secrets }

export function AccountSecret({ account, onClose }: { account: Item; onClose(): void }) {
  const [found, setFound] = useState<Found>({ state: 'loading' })
  const [tries, setTries] = useState(0)
  // Not kept with what else was read: secrets are gone with the dialog.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks anew.
  useEffect(() => {
    let isOpen = true
    const tell = (next: Found) => isOpen && setFound(next)
    tell({ state: 'loading' })
    secretsOf(account.id).then(
      (secrets) => tell({ state: 'there', secrets }),
      (error) => tell({ state: 'failed', error }),
    )
    return () => {
      isOpen = false
    }
  }, [account.id, tries])

  const shown = (secret: string | null | undefined, label: string) =>
    secret ? <SecretText label={label} text={secret} /> : <span className="db-muted">{say.hasNone}</span>
  return (
    <Dialog open title={say.viewAccount} width="normal" onClose={onClose}>
      {found.state === 'loading' && <Skeleton rows={3} />}
      {found.state === 'failed' && <LoadFailure error={found.error} onRetry={() => setTries(tries + 1)} />}
      {found.state === 'there' && (
        <Facts
          rows={[
            { key: 'hostname', label: say.hostname, value: found.secrets.hostname },
            {
              key: 'username',
              label: say.username,
              value: found.secrets.username,
              copy: String(found.secrets.username ?? ''),
            },
            { key: 'password', label: say.password, value: shown(found.secrets.password, say.password) },
            { key: 'private_key', label: say.privateKey, value: shown(found.secrets.private_key, say.privateKey) },
          ]}
        />
      )}
    </Dialog>
  )
}

const FORBIDDEN = 403

const secretsOf = async (id: string): Promise<Secrets> => {
  const ask = () => get<Secrets>(`${ASSET_USER_SECRETS}${encodeURIComponent(id)}/`, { flash: false })
  try {
    return await ask()
  } catch (error) {
    // The server has the last word on how long a second factor counts.
    const isStale = error instanceof Failure && error.status === FORBIDDEN
    if (!isStale || !currentSession().settings?.SECURITY_VIEW_AUTH_NEED_MFA) throw error
    if (!(await askMfa({ again: true }))) throw error
    return ask()
  }
}
