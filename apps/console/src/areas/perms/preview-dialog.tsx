// What a rule would change for whom, before it is saved.
import '../../ui/styles/perms.css'
import type { Change, Preview } from '@drawbridge/wire'
import { useQuery } from '@tanstack/react-query'
import { post } from '../../api/client.ts'
import { type Failure, fieldProblems } from '../../api/failure.ts'
import { Banner, Button, Dialog, Empty, Skeleton, Tag } from '../../ui/index.ts'
import { useLanguage } from '../../words/language.ts'
import { inLanguage } from '../../words/messages.ts'
import { say as common } from '../../words/say.ts'
import type { Reached } from './why.ts'
import { say } from './why-words.ts'

export interface PreviewDialogProps {
  /** What the rule gives. */
  readonly of: Reached
  /** As the form would send them. */
  readonly values: Readonly<Record<string, unknown>>
  /** The saved rule, if there is one. */
  readonly rule?: string
  onClose(): void
}

export function PreviewDialog({ of, values, rule, onClose }: PreviewDialogProps) {
  useLanguage()
  const asked = useQuery<Preview, Failure>({
    queryKey: ['preview', of.rules, rule, values],
    queryFn: ({ signal }) => post(`${of.rules}preview/`, values, { query: { id: rule }, flash: false, signal }),
    gcTime: 0,
  })
  return (
    <Dialog
      open
      title={say.previewTitle}
      width="60%"
      onClose={onClose}
      footer={<Button onClick={onClose}>{common.close}</Button>}
    >
      <div aria-live="polite">
        {asked.error ? (
          <Problem error={asked.error} />
        ) : asked.data ? (
          <Changes preview={asked.data} it={inLanguage(of.word)} />
        ) : (
          <Skeleton rows={5} />
        )}
      </div>
    </Dialog>
  )
}

function Problem({ error }: { error: Failure }) {
  const problems = Object.values(fieldProblems(error))
  return (
    <Banner tone="danger">
      <strong>{say.cannotPreview}</strong>
      <ul>
        {(problems.length > 0 ? problems : [error.message]).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Banner>
  )
}

function Changes({ preview, it }: { preview: Preview; it: string }) {
  const { users_amount, gained_amount, lost_amount, exact, changes } = preview
  if (users_amount === 0) {
    return (
      <>
        <Empty icon="info" title={say.nothingChanges(it)} text={say.nothingChangesHint(it)} />
        {!exact && <Banner tone="warning">{say.inexact}</Banner>}
      </>
    )
  }
  return (
    <>
      <p className="db-preview-sum">
        <strong>{say.affected(users_amount)}</strong>
        {gained_amount > 0 && (
          <Tag tone="success" icon="plus">
            {say.gained(gained_amount, it)}
          </Tag>
        )}
        {lost_amount > 0 && (
          <Tag tone="danger" icon="minus">
            {say.lost(lost_amount, it)}
          </Tag>
        )}
      </p>
      {!exact && <Banner tone="warning">{say.inexact}</Banner>}
      <ul className="db-preview-list">
        {changes.map((change) => (
          <ChangeLine key={change.user.id} change={change} />
        ))}
      </ul>
      {changes.length < users_amount && <p className="db-muted">{say.onlySome(changes.length)}</p>}
    </>
  )
}

function ChangeLine({ change: { user, gained, lost, gained_names, lost_names } }: { change: Change }) {
  return (
    <li>
      <strong>{`${user.name}(${user.username})`}</strong>
      {gained > 0 && <Side word={say.gains} tone="success" count={gained} examples={gained_names} />}
      {lost > 0 && <Side word={say.loses} tone="danger" count={lost} examples={lost_names} />}
    </li>
  )
}

interface SideProps {
  readonly word: string
  readonly tone: 'success' | 'danger'
  readonly count: number
  readonly examples: readonly string[]
}

function Side({ word, tone, count, examples }: SideProps) {
  const left = count - examples.length
  return (
    <div className="db-preview-side">
      <Tag tone={tone}>{`${word} ${count}`}</Tag>
      <span>
        {examples.join(', ')} {left > 0 && say.andMore(left)}
      </span>
    </div>
  )
}
