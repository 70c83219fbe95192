// Small things done to an object from its page, each with one click.
import { useId, useState } from 'react'
import { Button, Card, Switch } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { say } from '../../words/say.ts'

export interface QuickAction {
  readonly text: string
  readonly kind: 'button' | 'switch'
  /** On the button. */
  readonly label?: string
  readonly value?: boolean
  readonly disabled?: boolean
  readonly danger?: boolean
  /** Left out when false. */
  readonly has?: boolean
  run(value?: boolean): unknown
}

export function QuickActions({ title, rows }: { title?: string; rows: readonly QuickAction[] }) {
  useLanguage()
  const shown = rows.filter(({ has }) => has !== false)
  if (shown.length === 0) return null
  return (
    <Card title={title ?? say.quickUpdate}>
      <ul className="db-quick-actions">
        {shown.map((row) => (
          <Row key={row.text} row={row} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ row }: { row: QuickAction }) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const run = async (value?: boolean) => {
    if (busy) return
    setBusy(true)
    try {
      await row.run(value)
    } catch {
      // Who failed has said so already; the switch shows what holds.
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className="db-quick-action">
      <span id={id}>{row.text}</span>
      {row.kind === 'switch' ? (
        <Switch
          id={`${id}-switch`}
          label={row.text}
          value={row.value}
          disabled={row.disabled}
          danger={row.danger}
          busy={busy}
          onChange={(value) => void run(value)}
        />
      ) : (
        <Button
          id={`${id}-button`}
          size="small"
          kind={row.danger ? 'danger' : 'default'}
          disabled={row.disabled}
          busy={busy}
          aria-labelledby={`${id} ${id}-button`}
          onClick={() => void run()}
        >
          {row.label ?? say.confirm}
        </Button>
      )}
    </li>
  )
}
