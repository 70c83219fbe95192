// Who asks, where, when, in which language; and the one database handle they have. Inside a transaction there is no other.
import { ROOT_ORG, ROOT_ORG_NAME, type Standing } from '@drawbridge/model'
import type { Reader } from '@drawbridge/resource'
import { notAuthenticated } from '@drawbridge/wire'
import type { Kysely } from 'kysely'
import type { Tables } from './db/tables.ts'
import type { Services } from './services.ts'

export type Db = Kysely<Tables>

export interface Org {
  readonly id: string
  readonly name: string
  readonly comment: string
  readonly isRoot: boolean
}

export interface Visit {
  /** Hash of the cookie: the key of the row. */
  readonly id: string
  readonly csrf: string
  readonly data: Tables['sessions']['data']
}

export interface Caller extends Standing {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly source: string
  readonly via: 'session' | 'bearer' | 'token' | 'sign' | 'signature' | 'system'
  /** When a second factor was last shown on this login. */
  readonly mfaVerified?: number
}

export interface Surroundings {
  readonly services: Services
  readonly org: Org
  readonly reader: Reader
  readonly address: string
  readonly userAgent: string
  readonly caller?: Caller
  readonly visit?: Visit
  /** The organisation of the request, where the call was taken elsewhere since. */
  readonly askedIn?: string
}

export interface Ctx extends Surroundings {
  readonly db: Db
  /** The caller; refuses when there is none. */
  readonly me: Caller
  /** All of it or none. Inside, only the given context reaches the database. */
  atomically<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** For what cannot be taken back: mails, notices. Runs once the outermost transaction is safe on disk. */
  afterCommit(task: () => Promise<unknown> | unknown): void
  /** The same call seen from the root organisation, where the rows of every organisation are there. */
  everywhere(): Ctx
  /** The same call in another organisation, by the program's own decision: the caller's roles there are not looked up. */
  within(org: Org): Ctx
}

export const createContext = (around: Surroundings): Ctx => build(around, around.services.database.db)

const build = (around: Surroundings, db: Db, tasks?: (() => unknown)[]): Ctx => ({
  ...around,
  db,
  get me() {
    if (!around.caller) throw notAuthenticated()
    return around.caller
  },
  atomically: async (work) => {
    if (tasks) return work(build(around, db, tasks))
    const later: (() => unknown)[] = []
    const result = await db.transaction().execute((transaction) => work(build(around, transaction, later)))
    for (const task of later) {
      try {
        await task()
      } catch (error) {
        around.services.log.error('a task after a saved change failed', { error })
      }
    }
    return result
  },
  afterCommit: (task) => {
    if (!tasks) throw new Error('afterCommit needs a transaction')
    tasks.push(task)
  },
  everywhere: () => build(inOrg(around, rootOrgOf(around.reader)), db, tasks),
  within: (org) => build(inOrg(around, org), db, tasks),
})

const inOrg = (around: Surroundings, org: Org): Surroundings => ({
  ...around,
  org,
  askedIn: around.askedIn ?? around.org.id,
  caller: around.caller && { ...around.caller, orgRoles: [] },
})

export const rootOrgOf = (reader: Reader): Org => ({
  id: ROOT_ORG,
  name: ROOT_ORG_NAME[reader.lang],
  comment: '',
  isRoot: true,
})
