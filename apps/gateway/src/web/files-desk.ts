// All files that browsers have open here: who may open more, and who comes back to what.
import type { FilesFromBrowser } from '@drawbridge/wire'
import type { Means } from '../session/session.ts'
import { Downloads } from './downloads.ts'
import { type FilesPage, WebFiles } from './web-files.ts'
import type { Visitor } from './web-terminal.ts'

const MOST_EACH = 32

export class FilesDesk {
  readonly downloads: Downloads
  readonly #means: Means
  readonly #open = new Set<WebFiles>()

  constructor(means: Means) {
    this.#means = means
    this.downloads = new Downloads(means.now)
  }

  /** The first word of a page; undefined when nothing can come of it. */
  begin(note: FilesFromBrowser, page: FilesPage, visitor: Visitor): WebFiles | undefined {
    if (note.type === 'resume') {
      const found = [...this.#open].find(({ id }) => id !== undefined && id === note.session)
      if (found?.isFor(visitor.person, String(note.secret))) {
        found.resume(page)
        return found
      }
      const message = { zh: '会话已结束', en: 'The session has ended' }[visitor.lang]
      page.note({ type: 'closed', reason: 'gone', message, again: true })
      return undefined
    }
    const mine = [...this.#open].filter(({ person }) => person === visitor.person.id).length
    if (note.type !== 'open' || mine >= MOST_EACH) return undefined
    const files = new WebFiles(visitor, page, { means: this.#means, downloads: this.downloads })
    this.#open.add(files)
    void files
      .run({ asset: String(note.asset), system_user: String(note.system_user) })
      .finally(() => this.#open.delete(files))
    return files
  }
}
