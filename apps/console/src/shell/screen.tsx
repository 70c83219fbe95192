// What stands in the frame: a screen, or the word that it failed, with a way on. One screen's failure is not another's.
import { type ComponentType, useEffect } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { queries } from '../api/resource.ts'
import { Button, Empty } from '../ui/index.ts'
import { useLanguage } from '../words/language.ts'
import { say } from '../words/say.ts'
import { HomeLink } from './not-found.tsx'
import { words } from './words.ts'

/** Draws the screen anew in the other language, and from scratch for another object. */
export const screenOf = (Body: ComponentType): ComponentType =>
  function Screen() {
    const { pathname } = useLocation()
    useLanguage()
    return <Body key={pathname} />
  }

export function ScreenFailure() {
  const error = useRouteError()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useLanguage()
  useEffect(() => console.error(error), [error])
  const retry = () => {
    // What was read may be what broke it.
    queries.removeQueries({ type: 'inactive' })
    void navigate(pathname + search, { replace: true })
  }
  return (
    <FailureNote
      title={words.screenFailed}
      text={words.screenFailedText}
      detail={error instanceof Error ? error.message : undefined}
      onRetry={retry}
    />
  )
}

/** In place of a screen whose code did not arrive: the network, or a newer build on the server. Loading the page again helps with both. */
export function LostScreen() {
  return <FailureNote title={words.notLoaded} text={words.notLoadedText} onRetry={() => location.reload()} />
}

interface FailureNoteProps {
  title: string
  text: string
  detail?: string
  onRetry(): void
}

function FailureNote({ title, text, detail, onRetry }: FailureNoteProps) {
  return (
    <section className="db-page-note">
      <h1>{title}</h1>
      <Empty
        icon="warning"
        title={text}
        text={detail}
        action={
          <>
            <Button kind="primary" icon="refresh" onClick={onRetry}>
              {say.retry}
            </Button>
            <HomeLink />
          </>
        }
      />
    </section>
  )
}

/** The frame itself failed: there is nothing around this. */
export function FrameFailure() {
  return (
    <main className="db-alone">
      <ScreenFailure />
    </main>
  )
}
