// What the server answers about a user and what they reach, and about a rule that is not saved yet.
import type { RuleState } from '@drawbridge/wire'
import { APP_RULES, ASSET_RULES } from './addresses.ts'
import { whyWords } from './why-words.ts'

/** What somebody reaches by rules: an asset or an application. */
export interface Reached {
  /** The address of its rules, and their page. */
  readonly rules: string
  readonly page: string
  /** How a question names one. */
  readonly key: 'asset_id' | 'application_id'
  readonly word: { readonly zh: string; readonly en: string }
}

export const ASSET: Reached = {
  rules: ASSET_RULES,
  page: 'AssetPermissionDetail',
  key: 'asset_id',
  word: whyWords.anAsset,
}

export const APPLICATION: Reached = {
  rules: APP_RULES,
  page: 'ApplicationPermissionDetail',
  key: 'application_id',
  word: whyWords.anApplication,
}

/** Only our own server explains itself. */
export const CAPABILITY = 'explain'

export interface Reason {
  readonly rule: { readonly id: string; readonly name: string }
  readonly state: RuleState
  readonly text: string
}

export interface Account {
  readonly id: string
  readonly name: string
  readonly username: string
  readonly protocol: string
  /** Only of assets. */
  readonly actions?: readonly string[]
}

export interface Answer {
  readonly granted: boolean
  readonly obstacles: readonly string[]
  readonly reasons: readonly Reason[]
  readonly system_users: readonly Account[]
}
