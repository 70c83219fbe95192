import { BASE } from '../kit/paths.ts'
import { Empty } from '../ui/index.ts'
import { useLanguage } from '../words/language.ts'
import { words } from './words.ts'

export function NotFound() {
  useLanguage()
  return (
    <section className="db-page-note">
      <h1>{words.notFound}</h1>
      <Empty icon="search" title={words.notFoundText} action={<HomeLink />} />
    </section>
  )
}

/** A plain link: it also helps where the router does not. */
export function HomeLink() {
  return (
    <a className="db-button db-button-default" href={`${BASE}/`}>
      {words.goHome}
    </a>
  )
}
