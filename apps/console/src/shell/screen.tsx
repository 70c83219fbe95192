// What stands in the frame: a screen, or the word that it failed, with a way on. One screen's failure is not another's.
import { type ComponentType, useEffect } from 'react'
import { useLocation, useRevalidator, useRouteError } from 'react-router'
import { Button, Empty } from '../ui/index.ts'
import { useLanguage } from '../words/language.ts'
import { say } from '../words/say.ts'
import { HomeLink } from './not-found.tsx'
import { words } from './words.ts'

/** The code of a screen did not arrive: the network, or a newer build on the server. */
export class NotLoaded extends Error {
  constructor(cause: unknown) {
    super('The screen was not loaded', { cause })
  }
}

/** Draws the screen anew in the other language, and from scratch for another object. */
export const screenOf = (Body: ComponentType): ComponentType =>
  function Screen() {
    const { pathname } = useLocation()
    useLanguage()
    return <Body key={pathname} />
  }

export function ScreenFailure() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  useLanguage()
  useEffect(() => console.error(error), [error])
  const lost = error instanceof NotLoaded
  return (
    <section className="db-page-note">
      <h1>{lost ? words.notLoaded : words.screenFailed}</h1>
      <Empty
        icon="warning"
        title={lost ? words.notLoadedText : words.screenFailedText}
        text={lost ? undefined : error instanceof Error ? error.message : undefined}
        action={
          <>
            <Button kind="primary" icon="refresh" onClick={() => (lost ? location.reload() : revalidate())}>
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
