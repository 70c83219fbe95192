// What the program has opened and everybody may use.
import type { Bus } from './bus.ts'
import type { Config } from './config.ts'
import type { Database } from './db/open.ts'
import type { LicenceStore } from './licence.ts'
import type { Log } from './log.ts'
import type { Post } from './post.ts'
import type { sealer } from './secrets/box.ts'
import type { SettingsStore } from './settings.ts'

export interface Services {
  readonly config: Config
  readonly log: Log
  readonly database: Database
  readonly settings: SettingsStore
  readonly secrets: ReturnType<typeof sealer>
  readonly licence: LicenceStore
  readonly post: Post
  readonly bus: Bus
  readonly now: () => Date
  /** Lets time pass; comes in from outside so that tests need not wait. */
  readonly pause: (milliseconds: number) => Promise<void>
}
