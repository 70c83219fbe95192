import { Icon, IconButton } from '../../ui/index.ts'
import { say } from './words.ts'

export interface ConnectLinkProps {
  readonly name: string
  readonly to: string
  /** Nobody connects to what is switched off. */
  readonly off?: boolean
}

/** Opens the web terminal, in a window of its own. */
export function ConnectLink({ name, to, off }: ConnectLinkProps) {
  if (off) return <IconButton icon="terminal" label={say.cannotConnect(name)} disabled />
  const label = say.connect(name)
  return (
    <a className="db-icon-button" href={to} target="_blank" rel="noopener" aria-label={label} data-tip={label}>
      <Icon name="terminal" />
    </a>
  )
}
