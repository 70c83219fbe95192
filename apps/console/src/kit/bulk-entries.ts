// What a bulk update sends, and which of its answers concerns the form. Pure.
import { Failure } from '../api/failure.ts'

export type Entry = { readonly id: string } & Record<string, unknown>

/** One entry for each row: its id, and only what was checked. */
export const bulkEntries = (ids: readonly string[], values: Readonly<Record<string, unknown>>): Entry[] =>
  ids.map((id) => ({ ...values, id }))

/** The server answers row by row; the form shows the first row that was refused. */
export const firstRefusal = (error: unknown): unknown => {
  if (!(error instanceof Failure) || error.status !== 400 || !Array.isArray(error.body)) return error
  const refused = error.body.find((one) => typeof one === 'string' || Object.keys(one ?? {}).length > 0)
  return new Failure('refused', 400, typeof refused === 'string' ? { detail: refused } : refused)
}
