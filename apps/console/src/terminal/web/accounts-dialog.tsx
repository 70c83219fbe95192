// As whom to go to an asset, when the grant leaves a choice.
import { Button, Dialog, Empty } from '../../ui/index.ts'
import type { Target } from './assets-pane.tsx'
import type { Account } from './choose-account.ts'
import { say } from './words.ts'

export interface AccountsProps {
  readonly choice?: { readonly target: Target; readonly accounts: readonly Account[] }
  /** What is said when there is none. */
  readonly none: { readonly title: string; readonly text: string }
  onClose(): void
  onChoose(target: Target, account: Account): void
}

export function Accounts({ choice, none, onClose, onChoose }: AccountsProps) {
  if (!choice) return null
  const { target, accounts } = choice
  return (
    <Dialog open title={`${say.chooseAccount} · ${target.name}`} width="small" onClose={onClose}>
      {accounts.length === 0 ? (
        <Empty icon="key" {...none} />
      ) : (
        <div className="db-luna-accounts">
          {accounts.map((account) => (
            <Button
              key={account.id}
              icon="key"
              onClick={() => {
                onClose()
                onChoose(target, account)
              }}
            >
              {account.name}
              {account.username && ` (${account.username})`}
            </Button>
          ))}
        </div>
      )}
    </Dialog>
  )
}
