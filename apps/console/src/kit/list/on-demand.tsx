// What costs a call of its own: fetched for the one row whose reader wants it.
import { useState } from 'react'
import { get } from '../../api/client.ts'
import { Button } from '../../ui/index.ts'
import { say } from '../../words/say.ts'
import { tellFailure } from '../tell.ts'

export interface OnDemandProps {
  readonly url: string
  /** What it is of: the button's name for those who do not see its place. */
  readonly of: string
  textOf(answer: any): string
}

/** Rows are drawn anew for other objects, so another address is another question. */
export function OnDemand(props: OnDemandProps) {
  return <Asking key={props.url} {...props} />
}

function Asking({ url, of, textOf }: OnDemandProps) {
  const [text, setText] = useState<string>()
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    try {
      setText(textOf(await get(url, { flash: false })))
    } catch (error) {
      tellFailure(say.getFailed, error)
    } finally {
      setBusy(false)
    }
  }
  if (text !== undefined) return <span role="status">{text || say.noData}</span>
  return (
    <Button kind="link" busy={busy} aria-label={`${say.show} ${of}`} onClick={() => void ask()}>
      {say.show}
    </Button>
  )
}
