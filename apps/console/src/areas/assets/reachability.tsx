// Whether an asset answers: an icon, the word for it, and when it was asked.
import { formatDate } from '../../kit/index.ts'
import { Icon, type IconName } from '../../ui/index.ts'
import { say } from './words.ts'

const looks: Readonly<Record<number, { icon: IconName; look: string; word: () => string }>> = {
  0: { icon: 'cross', look: 'no', word: () => say.unreachable },
  1: { icon: 'check', look: 'yes', word: () => say.reachable },
  2: { icon: 'help', look: 'unsure', word: () => say.unknown },
}
const UNKNOWN = 2

export function Reachability({ value }: { value?: { status?: number; datetime?: string } | null }) {
  const status = value?.status ?? UNKNOWN
  const { icon, look, word } = looks[status] ?? looks[UNKNOWN]!
  const when = status !== UNKNOWN && value?.datetime ? ` ${formatDate(value.datetime)}` : ''
  return (
    <span
      className={`db-truth db-truth-${look}`}
      role="img"
      aria-label={`${word()}${when}`}
      data-tip={`${word()}${when}`}
    >
      <Icon name={icon} />
    </span>
  )
}
