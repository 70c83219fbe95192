// What was typed when the login ended, kept in this window until the form is opened again. Secrets are never kept.
import type { FormField, Values } from './fields.ts'

export interface Draft {
  readonly path: string
  readonly user: string
  readonly values: Values
}

const KEY = 'drawbridge.draft'

export const draftOf = (path: string, user: string, fields: readonly FormField[], raw: Values): Draft => ({
  path,
  user,
  values: Object.fromEntries(
    fields
      .filter(({ control, meta }) => control !== 'password' && !meta.write_only)
      .map(({ name }) => [name, raw[name]]),
  ),
})

/** Only for the same form and the same person. */
export const readDraft = (text: string | null, path: string, user: string): Values | undefined => {
  try {
    const draft = JSON.parse(text ?? 'null') as Draft | null
    return draft?.path === path && draft.user === user ? draft.values : undefined
  } catch {
    return undefined
  }
}

export const keepDraft = (draft: Draft): void => sessionStorage.setItem(KEY, JSON.stringify(draft))
export const storedDraft = (path: string, user: string): Values | undefined =>
  readDraft(sessionStorage.getItem(KEY), path, user)
export const dropDraft = (): void => sessionStorage.removeItem(KEY)
