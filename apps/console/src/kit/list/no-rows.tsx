import { Button, Empty } from '../../ui/index.ts'
import { say } from '../../words/say.ts'
import type { ListSpec } from '../spec.ts'
import { CreateButton } from './toolbar.tsx'
import type { ListScreen } from './use-list-screen.ts'
import { words } from './words.ts'

/** Why there is nothing, and what to do about it. */
export function NoRows({ spec, screen }: { spec: ListSpec; screen: ListScreen }) {
  const { error, tags, changeView, reload, loading } = screen
  if (error?.status === 403) return <Empty icon="lock" title={words.noRight} text={words.noRightHint} />
  if (error) {
    return (
      <div role="alert">
        <Empty
          icon="warning"
          title={words.loadFailed}
          text={error.message}
          action={
            <Button icon="refresh" busy={loading} onClick={reload}>
              {say.retry}
            </Button>
          }
        />
      </div>
    )
  }
  if (Object.keys(tags).length > 0) {
    return (
      <Empty
        icon="search"
        title={say.nothingMatches}
        text={words.tryLess}
        action={<Button onClick={() => changeView({ tags: {} })}>{say.clearSearch}</Button>}
      />
    )
  }
  if (screen.range) return <Empty title={say.nothingMatches} text={words.otherDates} />
  const creatable = spec.create !== false && spec.canCreate !== false
  return (
    <Empty
      title={say.nothingYet}
      text={creatable ? undefined : words.later}
      action={creatable ? <CreateButton spec={spec} session={screen.session} /> : undefined}
    />
  )
}
